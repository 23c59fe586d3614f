"""Solvers that price each leaf: the share of errors and the penalty for each leaf."""
