"""Every midpoint where that is affordable; else as many quantiles as are.

What is affordable is what a search of depth three does in seconds: a thousand questions, and
fewer on tall tables. It depends on the table alone, not on the limits of the tree, so that trees
of different depths choose from the same questions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactree.columns.thresholds import quantiles
from exactree.columns.thresholds.distinct import Distinct

MOST_QUESTIONS = 1_000
MOST_CELLS = 40_000_000  # rows times questions
LEAST_CUTS = 3


def places(columns: Sequence[Distinct], taken: int) -> list[NDArray[np.int64]]:
    """Cut columns beside `taken` other questions.

    All columns have the same number of quantiles, but those with fewer midpoints all of theirs.

    >>> from exactree.columns.thresholds.distinct import distinct_values
    >>> number, flag = (distinct_values(np.arange(rows), None) for rows in (5_000, 3))
    >>> [len(column) for column in places([number, flag], taken=100)]
    [898, 2]
    """
    rows = max((len(column.cells) for column in columns), default=1)
    affordable = min(MOST_QUESTIONS, MOST_CELLS // max(1, rows)) - taken
    number = _quantiles_within(columns, affordable)
    return quantiles.places(columns, number)


def _quantiles_within(columns: Sequence[Distinct], affordable: int) -> int:
    """The most cuts a column with which all columns together keep within what is affordable."""
    low, high = LEAST_CUTS, max([LEAST_CUTS, *(column.n_midpoints for column in columns)])
    while low < high:
        middle = (low + high + 1) // 2
        asked = sum(column.questions(min(column.n_midpoints, middle)) for column in columns)
        low, high = (middle, high) if asked <= affordable else (low, middle - 1)
    return low
