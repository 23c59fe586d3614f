"""Measures exactree beside its peers and keeps the results as dated records."""
