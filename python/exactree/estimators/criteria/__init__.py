"""What a leaf says of its rows' numbers, and what that costs; one criterion a file.

A new one is a file here and a line in `CRITERIA`.
"""

from __future__ import annotations

from typing import Any

from exactree.estimators.criteria.criterion import Criterion
from exactree.estimators.criteria.quantile import AbsoluteError, Quantile
from exactree.estimators.criteria.squared_error import SquaredError

__all__ = [
    "CRITERIA",
    "AbsoluteError",
    "Criterion",
    "Quantile",
    "SquaredError",
    "of",
    "takes_columns",
]

CRITERIA: dict[str, type[Criterion]] = {
    "squared_error": SquaredError,
    "absolute_error": AbsoluteError,
    "quantile": Quantile,
}


def of(estimator: Any) -> Criterion:
    """Check an estimator's `criterion`, and what belongs to it.

    >>> from exactree import OptimalTreeRegressor
    >>> of(OptimalTreeRegressor(criterion="poisson"))
    Traceback (most recent call last):
    ...
    ValueError: criterion='poisson' is not one of 'squared_error', 'absolute_error', 'quantile'
    """
    name = estimator.criterion
    if not isinstance(name, str) or name not in CRITERIA:
        raise ValueError(f"criterion={name!r} is not one of {', '.join(map(repr, CRITERIA))}")
    return CRITERIA[name].of(estimator)


def takes_columns(estimator: Any) -> bool:
    """Whether an estimator's criterion, should there be such a one, allows several columns."""
    name = estimator.criterion
    return isinstance(name, str) and name in CRITERIA and CRITERIA[name].takes_columns
