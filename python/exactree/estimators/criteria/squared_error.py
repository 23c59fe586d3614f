"""Squared distances to the mean."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.estimators.criteria.criterion import Criterion


class SquaredError(Criterion):
    """A leaf says the mean of its rows, and costs their squared distances to it.

    >>> criterion, heights = SquaredError(), np.array([[1.0], [2.0], [6.0]])
    >>> criterion.says(heights, None), criterion.cost(heights, None, criterion.says(heights, None))
    (array([3.]), 14.0)
    """

    measure: ClassVar[str] = "squared error"
    takes_columns: ClassVar[bool] = True

    def goal(
        self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> _core.Squares:
        """The core's own squares."""
        return _core.Squares(np.ascontiguousarray(targets.T), weights)

    def says(
        self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The mean of each column."""
        # Seen from the first row, equal targets have their own value as the mean, to the last bit.
        origin = targets[0]
        return np.asarray(origin + np.average(targets - origin, axis=0, weights=weights))

    def cost(
        self,
        targets: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        says: NDArray[np.float64],
    ) -> float:
        """The squared distances of all columns."""
        of_rows = np.square(targets - says).sum(axis=1)
        return float(of_rows.sum() if weights is None else of_rows @ weights)
