"""The best trees of every size, from one search."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

from exactree import _core
from exactree.columns.thresholds import Target
from exactree.estimators import limits, table, weights
from exactree.estimators.class_trees import class_tree
from exactree.estimators.labels import encode, refuse_one_class
from exactree.estimators.learning import Asked, Learned, learn
from exactree.tree import ClassTree


@dataclass(frozen=True, eq=False)
class SolutionPath:
    """The best trees of every depth and number of leaves, as `solution_path` finds them.

    Attributes
    ----------
    objective : ndarray of shape (max_depth + 1, n_leaves)
        The least training errors (or their weight, or what they cost) of any tree of at most the
        row's depth and at most one leaf more than the column's number. There are as many columns
        as leaves fit the depth, the rows and `max_leaf_nodes`. NaN where the search was stopped
        before it had a proof.
    weight : float
        The weight of all rows.
    status : str
        "optimal" when all sizes are proven, else "time_limit".
    trees : tuple of tuple of ClassTree or None
        A tree for each of them; None where `objective` is NaN.

    Examples
    --------
    >>> from exactree import solution_path
    >>> path = solution_path([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], max_depth=2)
    >>> path.status, path.objective[2, 3]
    ('optimal', np.float64(0.0))
    """

    objective: NDArray[np.float64]
    weight: float
    status: str
    trees: tuple[tuple[ClassTree | None, ...], ...]

    def tree(self, depth: int, leaves: int) -> ClassTree:
        """Return the best tree within a depth and a number of leaves.

        Parameters
        ----------
        depth : int
            The most questions on any path.
        leaves : int
            The most leaves.

        Returns
        -------
        ClassTree
            The tree.

        Examples
        --------
        >>> from exactree import solution_path
        >>> path = solution_path([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], max_depth=2)
        >>> path.tree(2, 4)
        <Tree: leaves=4, depth=2, errors=0, rows=4>
        """
        size = f"a depth of {depth} and {leaves} leaves"
        if depth < 0 or leaves < 1:
            raise ValueError(f"no tree has {size}")
        depths, most = self.objective.shape
        column = min(leaves, 2**depth if depth < depths else leaves)
        if depth >= depths or column > most:
            raise ValueError(
                f"the path does not reach {size}: it ends at a depth of {depths - 1} and "
                f"{most} leaves"
            )
        tree = self.trees[depth][column - 1]
        if tree is None:
            raise ValueError(
                f"the search was stopped ({self.status!r}) before it came to {size}; "
                "raise time_limit"
            )
        return tree

    def best(self, ccp_alpha: float) -> ClassTree:
        """Return the tree that `OptimalTreeClassifier(ccp_alpha=...)` would find, without a search.

        Parameters
        ----------
        ccp_alpha : float
            The price of a leaf, as a share of the total weight.

        Returns
        -------
        ClassTree
            The best tree for errors / weight + ccp_alpha * leaves; of equals the smallest.

        Examples
        --------
        >>> from exactree import solution_path
        >>> path = solution_path([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 1], max_depth=2)
        >>> path.best(0.0), path.best(0.2)
        (<Tree: leaves=3, depth=2, errors=0, rows=4>, <Tree: leaves=1, depth=0, errors=1, rows=4>)
        """
        price = limits.price(ccp_alpha) * self.weight
        deepest = self.objective[-1]
        if np.isnan(deepest).any():
            raise ValueError(
                f"the search ended with {self.status!r} before all sizes were proven; "
                "raise time_limit or lower max_depth"
            )
        leaves = np.arange(1, len(deepest) + 1)
        return self.tree(len(self.objective) - 1, int(np.argmin(deepest + price * leaves)) + 1)


class _Door(BaseEstimator):
    """What the door needs of an estimator: settings to read and a place for names."""

    def __init__(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)


def solution_path(
    X: Any,
    y: Any,
    max_depth: int = 3,
    max_leaf_nodes: int | None = None,
    *,
    sample_weight: Any = None,
    class_weight: Mapping[Any, float] | str | None = None,
    cost_matrix: Any = None,
    min_samples_leaf: int | float = 1,
    thresholds: str | int | Mapping[Any, str | int] = "auto",
    time_limit: float | None = None,
    n_jobs: int | None = None,
) -> SolutionPath:
    """Find the best trees of every depth and number of leaves in one search.

    What is proven for one size helps with the others, so all of them together cost little more
    than one of the hardest.

    Parameters
    ----------
    X, y : array-like
        The table and its labels, as for `OptimalTreeClassifier`.
    max_depth : int, default=3
        The most questions on any path of the deepest trees.
    max_leaf_nodes : int or None, default=None
        The most leaves of the largest trees; None is as many as fit the depth.
    sample_weight, class_weight, cost_matrix, min_samples_leaf, thresholds, time_limit, n_jobs
        As for `OptimalTreeClassifier`.

    Returns
    -------
    SolutionPath
        The least objective of every size, with a tree for each.

    Examples
    --------
    >>> from exactree import solution_path
    >>> path = solution_path([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], max_depth=2)
    >>> path.objective
    array([[2., 2., 2., 2.],
           [2., 2., 2., 2.],
           [2., 2., 1., 0.]])
    """
    start = perf_counter()
    if max_depth is None:
        raise ValueError("max_depth=None: a path has a last depth; use a whole number")
    door = _Door(
        max_depth=max_depth,
        max_leaf_nodes=max_leaf_nodes,
        ccp_alpha=0.0,
        minimize="error",
        max_error=None,
        thresholds=thresholds,
        time_limit=time_limit,
        n_jobs=n_jobs,
    )
    asked = Asked.of(door)
    given, y = table.read_labelled(door, X, y)
    labels = encode(y)
    refuse_one_class(labels)
    of_rows = weights.both(
        weights.of_rows(sample_weight, given.rows),
        weights.of_classes(class_weight, labels),
        labels,
    )
    mistakes = weights.of_mistakes(cost_matrix, labels.classes)
    if of_rows is not None and not of_rows.all():
        weigh = np.flatnonzero(of_rows)
        given, of_rows = given.of_rows(weigh), of_rows[weigh]
        labels = labels._replace(codes=labels.codes[weigh])
    goal: Any = _core.Errors(labels.codes, len(labels.classes))
    costs = None
    if of_rows is not None or mistakes is not None:
        costs = weights.of_labels(labels.codes, len(labels.classes), of_rows, mistakes)
        goal = _core.LabelCosts(costs)
    least_rows = limits.leaf_rows(min_samples_leaf, given.rows)
    found = learn(
        door,
        given,
        Target(labels.codes, len(labels.classes)),
        goal,
        asked,
        start,
        min_samples_leaf=least_rows,
        weight=0.0,
        search=_core.solve_path,
    )
    path = found.solution
    if path.interrupt is not None:
        raise path.interrupt
    known: dict[bytes, ClassTree] = {}

    def tree(step: _core.Solution) -> ClassTree:
        # Most sizes share their tree with a smaller one.
        key = b"".join(part.tobytes() for part in (step.feature, step.no, step.yes))
        if key not in known:
            known[key] = class_tree(
                Learned(step, found.columns, found.names), labels, of_rows, costs
            )
        return known[key]

    most = max(1, given.rows // least_rows)
    if asked.max_splits is not None:
        most = min(most, asked.max_splits + 1)
    if max_depth < most.bit_length():
        most = min(most, 2**max_depth)
    steps = [
        [_of_size(path, depth, leaves) for leaves in range(1, most + 1)]
        for depth in range(max_depth + 1)
    ]
    trees = tuple(
        tuple(None if step is None else tree(step) for step in of_depth) for of_depth in steps
    )
    objective = np.array(
        [[np.nan if it is None else it.cost[it.feature < 0].sum() for it in row] for row in trees],
        dtype=np.float64,
    )
    if path.status == "time_limit":
        warnings.warn(
            f"solution_path reached time_limit={time_limit} s before all sizes were proven: "
            f"objective is NaN for {np.count_nonzero(np.isnan(objective))} of {objective.size}. "
            "Raise time_limit or n_jobs, or lower max_depth or max_leaf_nodes.",
            ConvergenceWarning,
            stacklevel=2,
        )
    weight = float(given.rows if of_rows is None else of_rows.sum())
    return SolutionPath(objective, weight, path.status, trees)


def _of_size(path: _core.Path, depth: int, leaves: int) -> _core.Solution | None:
    """The best tree of at most this size, if it is proven. Sizes that do not help are left out."""
    is_complete = path.status == "optimal" or depth < len(path.by_depth) - 1
    if not is_complete and depth >= len(path.by_depth):
        return None
    of_depth = path.by_depth[min(depth, len(path.by_depth) - 1)]
    if not is_complete and leaves > len(of_depth):
        return None
    return of_depth[min(leaves, len(of_depth)) - 1]
