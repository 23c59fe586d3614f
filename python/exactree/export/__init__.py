"""Learned trees in other forms, one form a file."""

from exactree.export.text import export_text

__all__ = ["export_text"]
