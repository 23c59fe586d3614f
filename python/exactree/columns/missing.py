"""Missing values: what a question answers for them, and which questions a column has twice.

A column with missing values in `fit` asks each of its questions in two versions, one that sends
missing values to no and one that sends them to yes, and asks `is missing` itself. The search takes
whichever is best. A column without any learned nothing of them: a row that misses such a value in
`predict` goes the way most training rows went at that node, to no on ties.

The questions of a column with `size` questions of its own stand in this order: all of them with
missing as no, `is missing`, all of them with missing as yes.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

NULLS = ("NAType", "NaTType")  # pandas' own; their names, as pandas may not be there


class Missing(Enum):
    """What a question answers for a missing value."""

    NO = "no"
    YES = "yes"
    UNSEEN = "unseen"
    """None was missing in `fit`: the tree decides, node by node."""


def is_missing(value: Any) -> bool:
    """Whether a cell is None, NaN, pandas' NA or NaT.

    >>> is_missing(None), is_missing(float("nan")), is_missing("")
    (True, True, False)
    """
    if value is None or type(value).__name__ in NULLS:
        return True
    return isinstance(value, (float, np.floating)) and math.isnan(value)


def versions(groups: tuple[int, ...]) -> tuple[int, ...]:
    """The ordered groups of a column with missing values, from those it has without.

    Missing values alone are fewer rows than any question's yes with missing as yes: `is missing`
    begins the first group of these.

    >>> versions((5,))
    (5, 6)
    """
    return (*groups, 1 + (groups[0] if groups else 0), *groups[1:])


def fill_versions(answers: NDArray[np.uint8], missing: NDArray[np.bool_]) -> None:
    """Complete a column's answers, whose first part is filled for the rows that are not missing.

    >>> answers = np.array([[1, 9, 9], [0, 9, 9]], dtype=np.uint8)
    >>> fill_versions(answers, np.array([False, True]))
    >>> answers
    array([[1, 0, 1],
           [0, 1, 1]], dtype=uint8)
    """
    size = answers.shape[1] // 2
    answers[missing, :size] = 0
    answers[:, size] = missing
    answers[:, size + 1 :] = answers[:, :size]
    answers[missing, size + 1 :] = 1
