"""A tree for any additive objective, given as Python functions."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns import admission
from exactree.columns.thresholds import Target
from exactree.estimators import limits, outcome, table
from exactree.estimators.base import TreeEstimator
from exactree.estimators.labels import Labels, encode
from exactree.estimators.learning import Asked, Learned, learn, leaves_of_rows, rows_of_nodes
from exactree.objectives import FromCounts, FromRows
from exactree.tree import Tree


class OptimalTree(TreeEstimator):
    """The tree that costs least by your own objective, and the proof of it.

    Functions in Python are called once for every set of rows that the search comes to, which may be
    many thousands: the objectives that `OptimalTreeClassifier` and `OptimalTreeRegressor` know are
    a thousand times faster.

    Parameters
    ----------
    objective : FromRows or FromCounts
        What a leaf costs, and what it says; see `exactree.objectives`.
    max_depth : int or None, default=2
        The most questions on any path.
    max_leaf_nodes : int or None, default=None
        The most leaves.
    min_samples_leaf : int or float, default=1
        The fewest training rows in a leaf; a float between 0 and 1 is a fraction of all rows,
        rounded up. A single leaf is always allowed.
    ccp_alpha : float, default=0.0
        The price of a leaf, times the number of rows, in the objective's units.
    minimize : {"error", "error_then_leaves"}, default="error"
        "error_then_leaves" finds the smallest of the trees with the least objective.
    max_error : float or None, default=None
        Look only for trees that cost less than this.
    thresholds : {"auto", "all", "mdlp", "reference"}, int or dict, default="auto"
        Where numbers are cut; see `OptimalTreeClassifier`. "mdlp" and "reference" need a `y`.
    time_limit : float or None, default=None
        Seconds that `fit` may take; a call that is under way is waited for.
    n_jobs : int or None, default=None
        Threads to search with. Python runs your functions one at a time all the same.

    Attributes
    ----------
    tree_ : Tree
        The tree, as flat arrays; `print(model.tree_)` shows it.
    status_ : str
        "optimal", "time_limit", "interrupted" or "no_better_tree".
    objective_ : float
        What the tree costs, with the price of its leaves.
    lower_bound_ : float
        No tree within the limits costs less than this.
    gap_ : float
        `objective_ - lower_bound_`; 0 is a proof that the tree is optimal.
    columns_ : Columns
        What was learned of each column.
    depth_, n_leaves_ : int
        The tree's size.
    stats_ : Statistics
        What the search took.
    classes_ : ndarray
        The labels, for `FromCounts`.

    Notes
    -----
    What your functions raise comes out of `fit` as it was. A price that is NaN, negative or no
    number is an error that says so.

    Examples
    --------
    >>> import numpy as np
    >>> from exactree import OptimalTree
    >>> from exactree.objectives import FromRows
    >>> target = np.array([1.0, 2.0, 10.0, 11.0])
    >>> def off_the_median(rows):
    ...     return np.abs(target[rows] - np.median(target[rows])).sum()
    >>> objective = FromRows(off_the_median, lambda rows: np.median(target[rows]))
    >>> model = OptimalTree(objective, max_depth=1).fit([[0, 1], [0, 0], [1, 1], [1, 0]])
    >>> print(model.tree_)
    x0?
    ├── no:  1.5  (2 rows, cost 1)
    └── yes: 10.5  (2 rows, cost 1)
    """

    def __init__(
        self,
        objective: FromRows | FromCounts | None = None,
        *,
        max_depth: int | None = 2,
        max_leaf_nodes: int | None = None,
        min_samples_leaf: int | float = 1,
        ccp_alpha: float = 0.0,
        minimize: str = "error",
        max_error: float | None = None,
        thresholds: str | int | Mapping[Any, str | int] = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.objective = objective
        self.max_depth = max_depth
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_leaf = min_samples_leaf
        self.ccp_alpha = ccp_alpha
        self.minimize = minimize
        self.max_error = max_error
        self.thresholds = thresholds
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> OptimalTree:
        """Find the tree.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The table, of any kind that `OptimalTreeClassifier` takes.
        y : array-like of shape (n_samples,) or None, default=None
            The label of each row, for `FromCounts`; not looked at for `FromRows`.

        Returns
        -------
        OptimalTree
            This estimator.

        Examples
        --------
        >>> from exactree import OptimalTree
        >>> from exactree.objectives import FromCounts
        >>> errors = FromCounts(lambda counts: counts.sum() - counts.max())
        >>> OptimalTree(errors).fit([[0], [1], [1]], ["no", "yes", "no"]).objective_
        1.0
        """
        start = perf_counter()
        self._forget()
        asked = Asked.of(self)
        objective = _checked(self.objective, y)
        labels: Labels | None = None
        if isinstance(objective, FromCounts):
            given, y = table.read_labelled(self, X, y)
            labels = encode(y)
            self.classes_ = labels.classes
        else:
            given = admission.learn_columns(self, X)
        target = None if labels is None else Target(labels.codes, len(labels.classes))
        learned = learn(
            self,
            given,
            target,
            _core.RowPrice(_price(objective, labels)),
            asked,
            start,
            min_samples_leaf=limits.leaf_rows(self.min_samples_leaf, given.rows),
            weight=float(given.rows),
        )
        self.columns_ = learned.columns
        self.tree_ = _tree(learned, objective, labels, given.rows)
        outcome.conclude(self, learned, start)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return what the leaf each row ends in says.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            What the objective's `value` said; None where it has none.

        Examples
        --------
        >>> from exactree import OptimalTree
        >>> from exactree.objectives import FromCounts
        >>> errors = FromCounts(lambda counts: counts.sum() - counts.max())
        >>> OptimalTree(errors).fit([[0], [1]], ["no", "yes"]).predict([[1], [0]]).tolist()
        ['yes', 'no']
        """
        leaves = self.apply(X)
        return self.tree_.says[leaves]


def _checked(objective: Any, y: Any) -> FromRows | FromCounts:
    if not isinstance(objective, (FromRows, FromCounts)):
        raise TypeError(
            f"objective={objective!r} is of type {type(objective).__name__}; "
            "use exactree.objectives.FromRows or FromCounts"
        )
    for name in ("price", "value"):
        function = getattr(objective, name)
        if not callable(function) and not (name == "value" and function is None):
            raise TypeError(f"objective.{name}={function!r} cannot be called")
    if y is None and isinstance(objective, FromCounts):
        raise ValueError("FromCounts counts the classes of y, and y is None; use fit(X, y)")
    return objective


def _price(objective: FromRows | FromCounts, labels: Labels | None) -> Any:
    """The price as a function of row numbers."""
    if labels is None:
        return objective.price
    return lambda rows: objective.price(_counts(labels, rows))


def _counts(labels: Labels, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.bincount(labels.codes[rows], minlength=len(labels.classes))


def _said(objective: FromRows | FromCounts, labels: Labels | None, rows: NDArray[np.int64]) -> Any:
    """What a leaf over some rows says."""
    if labels is None:
        return None if objective.value is None else objective.value(rows)
    counts = _counts(labels, rows)
    if objective.value is None:
        return labels.classes[counts.argmax()]
    return objective.value(counts)


def _as_array(says: list[Any]) -> NDArray[Any]:
    """Numbers and labels as such, anything else as objects."""
    if all(np.isscalar(value) for value in says) and len({isinstance(v, str) for v in says}) == 1:
        return np.array(says)
    array = np.empty(len(says), dtype=object)
    for node, value in enumerate(says):  # one by one, as values may be arrays themselves
        array[node] = value
    return array


def _tree(
    learned: Learned, objective: FromRows | FromCounts, labels: Labels | None, rows: int
) -> Tree:
    """The tree with what its nodes cost and say."""
    shape = learned.shape
    leaves = leaves_of_rows(learned.solution, np.ones(rows, dtype=bool))
    members = rows_of_nodes(shape, leaves)
    says = [_said(objective, labels, of_node) for of_node in members]
    price = _price(objective, labels)
    return Tree(
        feature=shape.feature,
        no=shape.no,
        yes=shape.yes,
        says=_as_array(says),
        rows=np.array([len(of_node) for of_node in members]),
        cost=np.array([float(price(of_node)) for of_node in members]) + 0.0,  # -0.0 is 0
        measure="cost",
        feature_names=shape.names,
        questions=shape.questions,
    )
