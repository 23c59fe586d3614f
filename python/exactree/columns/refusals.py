"""Why a column is turned away: its name, the value, and the cure."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactree.columns.missing import is_missing

WHOLE = "-9223372036854775808..18446744073709551615"


def infinite(name: str, row: int, value: float) -> ValueError:
    """Infinity has no midpoint with any number."""
    return ValueError(
        f"Input X contains infinity: column {name!r}, row {row} is {value}. Replace it by a number "
        "beyond all others, or by NaN if it stands for a missing value."
    )


def complex_numbers(name: str) -> ValueError:
    """Complex numbers have no order."""
    return ValueError(
        f"Complex data not supported: column {name!r} holds complex numbers. Give the real and the "
        "imaginary part a column each."
    )


def no_kind(name: str, kind: Any) -> ValueError:
    """Dates, durations, lists and the like."""
    return ValueError(
        f"column {name!r} holds {kind}, which is neither numbers, yes/no nor categories. Turn a "
        "date into numbers (such as days since a date), other things into text or numbers."
    )


def too_large(name: str, cells: list[Any]) -> ValueError:
    """Integers that no integer type of the machine holds together."""
    row = max(range(len(cells)), key=lambda row: abs(int(cells[row])))
    return ValueError(
        f"column {name!r}, row {row} is {_short(cells[row])}: whole numbers must lie within "
        f"{WHOLE}, and beyond 2**63 none of a column may be negative. Divide the column, or turn "
        "it into floats."
    )


def no_number(name: str, cells: list[Any], error: Exception) -> ValueError | TypeError:
    """A Python object that no float can be made of."""
    row = next((row for row, cell in enumerate(cells) if not _fits_a_float(cell)), 0)
    told = (
        f"column {name!r}, row {row} is {_short(cells[row])}, which is neither a number, yes/no "
        "nor text. Turn the column into one of these."
    )
    if isinstance(error, TypeError):  # no number at all, in numpy's words
        return TypeError(f"{error}. {told}")
    return ValueError(told)


def mixed(name: str, cells: list[Any]) -> ValueError:
    """Text and other things in one column."""
    kinds: dict[type, int] = {}
    for row, cell in enumerate(cells):
        if not is_missing(cell):
            kinds.setdefault(type(cell), row)
    shown = " and ".join(f"{_short(cells[row])} in row {row}" for row in list(kinds.values())[:2])
    return ValueError(
        f"column {name!r} mixes kinds of values: {shown}. Turn all of it into text, or all of it "
        "into numbers."
    )


def not_as_learned(name: str, learned: str, row: int, value: Any) -> ValueError:
    """A cell in `predict` of another kind than in `fit`."""
    return ValueError(
        f"column {name!r}, row {row} is {_short(value)}, but the column held {learned} when the "
        "tree was fitted. Give it the same kind of values."
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:50] + "..."


def _fits_a_float(value: Any) -> bool:
    try:
        float(value)
    except (OverflowError, TypeError, ValueError):
        return False
    return not isinstance(value, np.ndarray)
