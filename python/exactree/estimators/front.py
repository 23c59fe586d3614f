"""All trees that are worth looking at where errors come in two kinds."""

from __future__ import annotations

import copy
import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns import admission
from exactree.estimators.outcome import gap
from exactree.estimators.spoken import spoken_tree
from exactree.tree import ClassTree


class Front:
    """The pairs of false positives and false negatives that no tree beats in both.

    Each point is such a pair, and has a tree that makes just these errors on the training rows. If
    the search was not stopped, every tree within the limits makes at least as many errors of both
    kinds as some point. Positive is the second of `classes_`.

    Trees are grown when they are asked for, so a front keeps what its search knows of the table. To
    pickle it grows all trees, and keeps nothing else.

    Attributes
    ----------
    false_positives : ndarray of int64
        For each point the training rows of the first class that its tree tells the second; in
        rising order.
    false_negatives : ndarray of int64
        For each point the training rows of the second class that its tree tells the first; in
        falling order.
    values : ndarray of float64
        What the metric says of each point.
    best : int
        The point that was chosen: that of the greatest value, of the fewest errors on ties.

    Examples
    --------
    >>> from exactree import OptimalTreeClassifier
    >>> rows, y = [[0], [0], [0], [1], [1], [1], [1]], [0, 0, 1, 0, 0, 1, 1]
    >>> model = OptimalTreeClassifier(metric="f1").fit(rows, y)
    >>> front = model.front_
    >>> front
    <Front: 3 points, best is 2>
    >>> front.false_positives.tolist(), front.false_negatives.tolist()
    ([0, 2, 4], [3, 1, 0])
    >>> front.values.round(3).tolist()
    [0.0, 0.571, 0.6]
    >>> print(front.tree(1))
    x0?
    ├── no:  0  (3 rows, 1 error)
    └── yes: 1  (4 rows, 2 errors)
    """

    false_positives: NDArray[np.int64]
    false_negatives: NDArray[np.int64]
    values: NDArray[np.float64]
    best: int

    def __init__(
        self, estimator: Any, found: _core.Front, values: NDArray[np.float64], best: int
    ) -> None:
        self.false_positives = found.false_positives
        self.false_negatives = found.false_negatives
        self.values = values
        self.best = best
        self._found: _core.Front | None = found
        self._grown: list[ClassTree] = []
        # The estimator as it is before it has a tree, or this front.
        self._estimator = copy.copy(estimator)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        points = "1 point" if len(self) == 1 else f"{len(self)} points"
        return f"<Front: {points}, best is {self.best}>"

    def tree(self, point: int) -> ClassTree:
        """Return the tree of a point.

        Parameters
        ----------
        point : int
            The point's place in the front; negative ones count from the end.

        Returns
        -------
        ClassTree
            A tree that makes just the errors of the point on the training rows.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> model = OptimalTreeClassifier(metric="f1").fit([[0], [1], [1]], ["no", "yes", "no"])
        >>> print(model.front_.tree(0))
        no  (3 rows, 1 error)
        """
        place = self._place(point)
        if self._found is None:
            return self._grown[place]
        tree = self._found.tree(place)
        fitted = self._estimator
        return spoken_tree(
            tree, tree.counts, fitted.columns_, admission.names(fitted), fitted.classes_
        )

    def classifier(self, point: int) -> Any:
        """Return a fitted classifier with the tree of a point.

        Parameters
        ----------
        point : int
            The point's place in the front; negative ones count from the end.

        Returns
        -------
        OptimalTreeClassifier
            A copy of the estimator that was fitted, as if this point had been the best. Its
            `objective_` is the metric's value at the point, and its `gap_` what the best tree may
            have more.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> model = OptimalTreeClassifier(metric="f1").fit([[0], [1], [1]], ["no", "yes", "no"])
        >>> careful = model.front_.classifier(0)
        >>> careful.predict([[0], [1]])
        array(['no', 'no'], dtype='<U3')
        >>> model.objective_, careful.objective_
        (0.6666666666666666, 0.0)
        """
        place = self._place(point)
        model = copy.copy(self._estimator)
        model.tree_ = self.tree(place)
        model.objective_ = float(self.values[place])
        model.gap_ = gap(model.objective_, model.upper_bound_)
        return model

    def _place(self, point: int) -> int:
        place = operator.index(point)
        if not -len(self) <= place < len(self):
            raise IndexError(f"point {place} is not one of a front of {len(self)}")
        return place % len(self)

    def __getstate__(self) -> dict[str, Any]:
        grown = [self.tree(point) for point in range(len(self))]
        return {**vars(self), "_found": None, "_grown": grown}
