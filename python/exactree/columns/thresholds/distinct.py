"""What a strategy sees: a column's distinct values, and the target."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Target(NamedTuple):
    """What the tree is to predict: class numbers below `n_classes`, or numbers if that is None.

    Numbers may stand in several columns.
    """

    values: NDArray[Any]
    n_classes: int | None


class Distinct(NamedTuple):
    """The values of a numeric column."""

    values: NDArray[Any]
    """Each once, rising; missing ones are left out."""
    counts: NDArray[np.int64]
    """How many rows hold each."""
    cells: NDArray[Any]
    """The column itself."""
    missing: NDArray[np.bool_] | None
    """Which of its rows are missing; None when none is."""

    @property
    def n_midpoints(self) -> int:
        """How many midpoints between neighbours there are."""
        return max(0, len(self.values) - 1)

    def questions(self, cuts: int) -> int:
        """How many questions so many cuts make."""
        return cuts if self.missing is None else 2 * cuts + 1

    def ranks(self) -> NDArray[np.int64]:
        """The place of each cell among the distinct values; that of a missing one is any."""
        ranks = np.searchsorted(self.values, self.cells)
        return np.minimum(ranks, max(0, len(self.values) - 1))


def distinct_values(cells: NDArray[Any], missing: NDArray[np.bool_] | None) -> Distinct:
    """Look at a column of numbers.

    >>> distinct_values(np.array([3, 1, 3]), None).values
    array([1, 3])
    """
    present = cells if missing is None else cells[~missing]
    values, counts = np.unique(present, return_counts=True)
    return Distinct(values, counts, cells, missing)
