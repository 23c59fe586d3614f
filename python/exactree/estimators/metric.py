"""Metrics that are no sum over leaves, such as F1: the best tree is a point of a front."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isclose, isnan
from numbers import Real
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target
from exactree.estimators import outcome
from exactree.estimators.front import Front
from exactree.estimators.labels import Labels
from exactree.estimators.learning import Asked, learn
from exactree.estimators.spoken import least_rows, refuse_other_than_two

MUST = "a metric returns a number, greater is better, that never grows with more errors"


def f1(matrix: NDArray[np.int64]) -> float:
    """Return the F1 score of the second class, from a confusion matrix.

    >>> f1(np.array([[90, 4], [2, 6]]))
    0.6666666666666666
    """
    (_, false_positives), (false_negatives, found) = matrix.tolist()
    return float(2 * found / (2 * found + false_positives + false_negatives))


def balanced_accuracy(matrix: NDArray[np.int64]) -> float:
    """Return the mean of the shares of both classes that are told their own, rounded once.

    >>> balanced_accuracy(np.array([[75, 25], [2, 6]]))
    0.75
    """
    (refused, false_positives), (false_negatives, found) = matrix.tolist()
    negatives, positives = refused + false_positives, false_negatives + found
    return float((refused * positives + found * negatives) / (2 * negatives * positives))


METRICS: dict[str, Callable[[NDArray[np.int64]], float]] = {
    "f1": f1,
    "balanced_accuracy": balanced_accuracy,
}


@dataclass(frozen=True)
class Metric:
    """A score of a tree's confusion matrix; `told` is how the user asked for it."""

    told: str
    function: Callable[[NDArray[np.int64]], Any]

    @classmethod
    def of(cls, metric: Any) -> Metric | None:
        """Check `metric`; None where there is none.

        >>> Metric.of("f2")
        Traceback (most recent call last):
        ...
        ValueError: metric='f2' is not one of 'f1', 'balanced_accuracy', a function or None
        """
        if metric is None:
            return None
        if callable(metric):
            return cls(f"metric={getattr(metric, '__name__', metric)}", metric)
        if isinstance(metric, str) and metric in METRICS:
            return cls(f"metric={metric!r}", METRICS[metric])
        known = ", ".join(map(repr, METRICS))
        raise ValueError(f"metric={metric!r} is not one of {known}, a function or None")

    def value(self, matrix: NDArray[np.int64]) -> float:
        """What the metric says of a confusion matrix; its own exceptions come through as they are.

        >>> Metric.of(lambda matrix: "good").value(np.eye(2))
        Traceback (most recent call last):
        ...
        TypeError: metric=<lambda> returned 'good' of type str for the confusion matrix \
[[1.0, 0.0], [0.0, 1.0]]; a metric returns a number, greater is better, that never grows with \
more errors
        """
        value = self.function(matrix.copy())
        if not isinstance(value, (Real, np.bool_)):
            raise TypeError(
                f"{self.told} returned {value!r} of type {type(value).__name__} for the confusion "
                f"matrix {matrix.tolist()}; {MUST}"
            )
        number = float(value)
        if isnan(number):
            raise ValueError(
                f"{self.told} returned NaN for the confusion matrix {matrix.tolist()}; {MUST}"
            )
        return number

    def fit(
        self, estimator: Any, given: Table, labels: Labels, asked: Asked, start: float
    ) -> BaseException | None:
        """Find the best tree and put it on the estimator; returns what a signal raised."""
        refuse_other_than_two(self.told, labels)
        negatives, positives = np.bincount(labels.codes, minlength=2).tolist()
        # A metric that fails should do so before the search, not hours later.
        perfect = self.value(_matrix(negatives, positives, 0, 0))
        learned = learn(
            estimator,
            given,
            Target(labels.codes, 2),
            _core.Errors(labels.codes, 2),
            asked,
            start,
            min_samples_leaf=least_rows(estimator, given.rows),
            weight=float(given.rows),
            search=_core.solve_front,
        )
        found: _core.Front = learned.solution
        values = self._values(found, negatives, positives, perfect)
        best = _best(values, found)
        estimator.columns_ = learned.columns
        estimator.classes_ = labels.classes
        objective = float(values[best])
        outcome.keep_greater(estimator, found, objective, perfect, perf_counter() - start)
        estimator.front_ = Front(estimator, found, values, best)
        estimator.tree_ = estimator.front_.tree(best)
        return found.interrupt

    def _values(
        self, found: _core.Front, negatives: int, positives: int, perfect: float
    ) -> NDArray[np.float64]:
        """What the metric says of all points of a front."""
        values = np.empty(len(found.false_positives))
        errors = zip(found.false_positives.tolist(), found.false_negatives.tolist(), strict=True)
        for point, (false_positives, false_negatives) in enumerate(errors):
            matrix = _matrix(negatives, positives, false_positives, false_negatives)
            values[point] = value = self.value(matrix)
            if value > perfect and not isclose(value, perfect, rel_tol=1e-9):
                raise ValueError(
                    f"{self.told} returned {value!r} for the confusion matrix {matrix.tolist()}, "
                    f"but {perfect!r} where there are no errors; {MUST}"
                )
        return values


def _matrix(
    negatives: int, positives: int, false_positives: int, false_negatives: int
) -> NDArray[np.int64]:
    """The confusion matrix, as scikit-learn writes it: a row for each true class."""
    return np.array(
        [
            [negatives - false_positives, false_positives],
            [false_negatives, positives - false_negatives],
        ],
        dtype=np.int64,
    )


def _best(values: NDArray[np.float64], found: _core.Front) -> int:
    """The point of the greatest value; on ties that of the fewest errors, then the first."""
    errors = found.false_positives + found.false_negatives
    return int(np.lexsort((errors, -values))[0])
