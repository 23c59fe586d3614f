"""Distances to a quantile of the rows: absolute error, and the pinball loss."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.estimators.criteria.criterion import Criterion


class Quantile(Criterion):
    """A leaf says a quantile of its rows: the lowest target that its share of them does not pass.

    A target above what is said costs `share` of the difference, one below the rest of it.

    >>> criterion, waits = Quantile(0.75), np.array([[1.0], [2.0], [4.0], [9.0]])
    >>> criterion.says(waits, None), criterion.cost(waits, None, criterion.says(waits, None))
    (array([4.]), 5.0)
    """

    measure: ClassVar[str] = "quantile loss"
    takes_columns: ClassVar[bool] = False
    factor: ClassVar[float] = 1.0

    def __init__(self, share: float) -> None:
        self.share = share

    @classmethod
    def of(cls, estimator: Any) -> Criterion:
        """The criterion of the one quantile, or the first of several."""
        return cls(shares(estimator.quantile)[0])

    def goal(
        self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> _core.Quantiles:
        """The core's own quantiles."""
        return goal_of([self.share], targets, weights, self.factor)

    def says(
        self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The quantile."""
        column = targets[:, 0]
        order = np.argsort(column, kind="stable")
        reached = np.cumsum(np.ones(len(column)) if weights is None else weights[order])
        place = int(np.argmax(reached >= self.share * reached[-1]))
        return column[order[place : place + 1]]

    def cost(
        self,
        targets: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        says: NDArray[np.float64],
    ) -> float:
        """What all targets are off, more on one side than on the other."""
        off = targets[:, 0] - says[0]
        of_rows = self.factor * np.where(off > 0, self.share * off, (self.share - 1.0) * off)
        return float(of_rows.sum() if weights is None else of_rows @ weights)


class AbsoluteError(Quantile):
    """A leaf says the median of its rows, the lower of two, and costs the distances to it.

    >>> criterion, waits = AbsoluteError(), np.array([[1.0], [2.0], [9.0]])
    >>> criterion.says(waits, None), criterion.cost(waits, None, criterion.says(waits, None))
    (array([2.]), 8.0)
    """

    measure: ClassVar[str] = "absolute error"
    factor: ClassVar[float] = 2.0

    def __init__(self) -> None:
        super().__init__(0.5)

    @classmethod
    def of(cls, estimator: Any) -> Criterion:
        """The median needs nothing to be told."""
        return cls()


def goal_of(
    of_shares: list[float],
    targets: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    factor: float = 1.0,
) -> _core.Quantiles:
    """The goal of one quantile or several at once."""
    return _core.Quantiles(np.ascontiguousarray(targets[:, 0]), of_shares, weights, factor)


def shares(quantile: Any) -> list[float]:
    """Check `quantile`: a number between 0 and 1, or a list of them.

    >>> shares([0.1, 1.5])
    Traceback (most recent call last):
    ...
    ValueError: quantile=1.5 must lie between 0 and 1, ends excluded
    """
    listed = list(quantile) if np.ndim(quantile) == 1 else [quantile]
    if not listed:
        raise ValueError("quantile is an empty list; use numbers between 0 and 1")
    for share in listed:
        if isinstance(share, (bool, np.bool_)) or not isinstance(share, Real):
            raise TypeError(
                f"quantile={share!r} is of type {type(share).__name__}; "
                "use a number between 0 and 1, or a list of them"
            )
        if not 0.0 < float(share) < 1.0:
            raise ValueError(f"quantile={share!r} must lie between 0 and 1, ends excluded")
    return [float(share) for share in listed]
