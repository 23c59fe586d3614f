"""Columns as the user calls them: by name or by number."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any


def number_of(key: Any, names: Sequence[str], called: str) -> int:
    """Return the number of the column that a parameter calls by name or number.

    >>> number_of("age", ["sex", "age"], "sensitive is")
    1
    >>> number_of("Age", ["sex", "age"], "sensitive is")
    Traceback (most recent call last):
    ...
    ValueError: sensitive is the column 'Age', which X does not have; its 2 columns are 'sex', 'age'
    """
    if isinstance(key, str) and key in names:
        return names.index(key)
    if isinstance(key, Integral) and 0 <= int(key) < len(names):
        return int(key)
    raise ValueError(
        f"{called} the column {key!r}, which X does not have; its {len(names)} columns are "
        + ", ".join(map(repr, names[:10]))
        + (", ..." if len(names) > 10 else "")
    )
