"""The cells of one column: numbers, yes/no, or categories, and which are missing.

Here a column is understood, whatever held it, or refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns import refusals
from exactree.columns.missing import NULLS, is_missing


class Kind(Enum):
    """What the cells of a column are."""

    NUMBER = "numbers"
    BOOLEAN = "yes/no"
    CATEGORY = "categories"


@dataclass(frozen=True, eq=False)
class Values:
    """The cells of one column.

    Attributes
    ----------
    kind : Kind
        What they are.
    cells : ndarray
        Numbers of the machine; bool; or, for categories, places in `categories`. A missing cell
        holds anything.
    missing : ndarray of bool or None
        Which are missing; None when none is.
    categories : tuple
        The values of a categorical column that are there, in order.
    """

    kind: Kind
    cells: NDArray[Any]
    missing: NDArray[np.bool_] | None = None
    categories: tuple[Any, ...] = ()

    def present(self) -> NDArray[Any]:
        """The cells that are not missing."""
        return self.cells if self.missing is None else self.cells[~self.missing]

    def of_rows(self, rows: NDArray[np.int64]) -> Values:
        """The cells of some rows, of which a category may have none any more."""
        missing = None if self.missing is None else self.missing[rows]
        return Values(self.kind, self.cells[rows], missing, self.categories)


def from_array(cells: NDArray[Any], name: str) -> Values:
    """Understand a column of an array.

    >>> import numpy as np
    >>> from_array(np.array([1.5, np.nan]), "age").missing
    array([False,  True])
    """
    kind, size = cells.dtype.kind, cells.dtype.itemsize
    if kind == "b":
        return Values(Kind.BOOLEAN, cells)
    if kind in "iu":
        return Values(Kind.NUMBER, cells.astype(cells.dtype.newbyteorder("="), copy=False))
    if kind == "f":
        real = np.float32 if size <= 4 else np.float64
        return _from_reals(cells.astype(real, copy=False), name)
    if kind in "OUST":
        return from_objects(cells.tolist(), name)
    if kind == "c":
        raise refusals.complex_numbers(name)
    raise refusals.no_kind(name, cells.dtype)


def from_objects(cells: list[Any], name: str) -> Values:
    """Understand a column of Python objects; text is no number, even when it looks like one.

    >>> from_objects(["red", None, "blue"], "colour").categories
    ('blue', 'red')
    """
    if any(issubclass(kind, (str, bytes)) for kind in set(map(type, cells))):
        return from_categories(cells, name)
    missing = _missing(cells)
    kinds = _kinds_of_present(cells, missing)
    if missing is not None:
        cells = [0 if gone else cell for cell, gone in zip(cells, missing.tolist(), strict=True)]
    if kinds and all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return Values(Kind.BOOLEAN, np.array(cells, dtype=bool), missing)
    return Values(Kind.NUMBER, _numbers(cells, kinds, name), missing)


def from_categories(cells: list[Any], name: str, order: Iterable[Any] | None = None) -> Values:
    """Number the values of a categorical column; they stand in the order given, else sorted."""
    if order is None and not _one_kind_of_text(cells):
        raise refusals.mixed(name, cells)
    distinct = dict.fromkeys(cells)
    there = [value for value in distinct if not is_missing(value)]
    if order is None:
        there.sort()
    else:
        known = set(there)
        there = [value for value in order if value in known]
    place: dict[Any, int] = dict.fromkeys(distinct, -1)
    place.update((value, number) for number, value in enumerate(there))
    codes = np.fromiter(map(place.__getitem__, cells), dtype=np.int32, count=len(cells))
    missing = codes < 0 if len(there) < len(distinct) else None
    return Values(Kind.CATEGORY, codes, missing, tuple(there))


def _one_kind_of_text(cells: list[Any]) -> bool:
    kinds = _kinds_of_present(cells, _missing(cells))
    return any(all(issubclass(kind, text) for kind in kinds) for text in (str, bytes))


def _from_reals(cells: NDArray[Any], name: str) -> Values:
    finite = np.isfinite(cells)
    if finite.all():
        return Values(Kind.NUMBER, cells)
    missing = np.isnan(cells)
    infinite = ~(finite | missing)
    if infinite.any():
        row = int(np.argmax(infinite))
        raise refusals.infinite(name, row, cells[row].item())
    return Values(Kind.NUMBER, cells, missing)


def _numbers(cells: list[Any], kinds: set[type], name: str) -> NDArray[Any]:
    if all(issubclass(kind, (int, np.integer, bool, np.bool_)) for kind in kinds):
        for whole in (np.int64, np.uint64):
            try:
                return np.array(cells, dtype=whole)
            except OverflowError:
                continue
        raise refusals.too_large(name, cells)
    try:
        numbers = np.array(cells, dtype=np.float64)
    except (OverflowError, TypeError, ValueError) as error:
        raise refusals.no_number(name, cells, error) from None
    if numbers.ndim != 1:
        raise refusals.no_number(name, cells, TypeError("argument must be a string or a number"))
    return _from_reals(numbers, name).cells


def _missing(cells: list[Any]) -> NDArray[np.bool_] | None:
    """Which cells are missing, None if none is."""
    kinds = set(map(type, cells))
    if not any(map(_may_be_missing, kinds)):
        return None
    if kinds <= {float, type(None)}:  # a quicker way for the usual
        missing = np.isnan(np.array(cells, dtype=np.float64))
    else:
        missing = np.fromiter(map(is_missing, cells), dtype=bool, count=len(cells))
    return missing if missing.any() else None


def _kinds_of_present(cells: list[Any], missing: NDArray[np.bool_] | None) -> set[type]:
    """The types of the cells that are not missing."""
    if missing is None:
        return set(map(type, cells))
    return {type(cell) for cell, gone in zip(cells, missing.tolist(), strict=True) if not gone}


def _may_be_missing(kind: type) -> bool:
    return issubclass(kind, (float, np.floating, type(None))) or kind.__name__ in NULLS
