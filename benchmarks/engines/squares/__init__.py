"""Solvers of regression: the least squared distances to the targets, nothing added."""
