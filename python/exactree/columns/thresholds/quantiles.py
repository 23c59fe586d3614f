"""As many thresholds as asked for, with about equally many rows between any two."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactree.columns.thresholds.distinct import Distinct


def places(columns: Sequence[Distinct], number: int) -> list[NDArray[np.int64]]:
    """Cut each column at its quantiles; at every midpoint when it has no more."""
    return [of_column(column, number) for column in columns]


def of_column(column: Distinct, number: int) -> NDArray[np.int64]:
    """Cut a column at the midpoints nearest to its quantiles.

    A value that many rows share leaves fewer than `number` places.

    >>> from exactree.columns.thresholds.distinct import distinct_values
    >>> of_column(distinct_values(np.arange(100), None), 3)
    array([24, 49, 74])
    """
    if column.n_midpoints <= number:
        return np.arange(column.n_midpoints)
    below = np.cumsum(column.counts)[:-1]  # rows below each midpoint
    wanted = np.arange(1, number + 1) * (column.counts.sum() / (number + 1))
    after = np.clip(np.searchsorted(below, wanted), 1, len(below) - 1)
    before = after - 1
    nearest = np.where(wanted - below[before] < below[after] - wanted, before, after)
    return np.unique(nearest)
