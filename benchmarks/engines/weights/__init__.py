"""Solvers that weigh the rows: the least weight of errors."""
