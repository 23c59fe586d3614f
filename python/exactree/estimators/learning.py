"""From a table and a goal to a tree: what every estimator's `fit` does alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns import admission
from exactree.columns.door import Columns
from exactree.columns.questions import Question, columns_of
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target
from exactree.estimators import limits, table


@dataclass(frozen=True)
class Asked:
    """What the user asks of a tree and its search, checked.

    `price` is that of a leaf as a fraction of the total weight, as scikit-learn's `ccp_alpha`.
    With a `max_error`, only trees whose objective is less are looked for.
    """

    max_depth: int | None
    max_splits: int | None
    price: float
    smallest: bool
    max_error: float | None
    time_limit: float | None
    n_threads: int

    @classmethod
    def of(cls, estimator: Any) -> Asked:
        """Check an estimator's own parameters."""
        return cls(
            limits.depth(estimator.max_depth),
            limits.splits(estimator.max_leaf_nodes),
            limits.price(estimator.ccp_alpha),
            limits.is_smallest_asked(estimator.minimize),
            limits.most_errors(estimator.max_error),
            limits.seconds(estimator.time_limit),
            limits.threads(estimator.n_jobs),
        )


@dataclass(frozen=True)
class Shape:
    """The questions of a tree, as flat arrays; a leaf's `feature` is -1."""

    feature: NDArray[np.int32]
    no: NDArray[np.int32]
    yes: NDArray[np.int32]
    questions: tuple[Question | None, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Learned:
    """What a search found: its answer, and what the columns opened into.

    `leaf_price` is what each leaf costs besides what its rows do.
    """

    solution: Any
    columns: Columns
    names: tuple[str, ...]
    leaf_price: float = 0.0

    @cached_property
    def shape(self) -> Shape:
        """The tree's questions in the user's words."""
        questions = self.columns.asked(self.solution.feature)
        solution = self.solution
        return Shape(columns_of(questions), solution.no, solution.yes, questions, self.names)


def learn(
    estimator: Any,
    given: Table,
    target: Target | None,
    goal: Any,
    asked: Asked,
    start: float,
    *,
    min_samples_leaf: int,
    min_leaf_weight: float = 0.0,
    weight: float,
    search: Callable[..., Any] | None = None,
    hidden: int | None = None,
) -> Learned:
    """Search a table for the best tree. `weight` is that of all rows together.

    A column that is hidden, given by its number, is not asked about.
    """
    leaf_price = asked.price * weight
    below = None if asked.max_error is None else max(0.0, asked.max_error - leaf_price)

    def solve(answers: NDArray[Any]) -> Any:
        within = _core.Limits(
            max_depth=asked.max_depth,
            max_splits=asked.max_splits,
            min_samples_leaf=min_samples_leaf,
            min_leaf_weight=min_leaf_weight,
            per_split=leaf_price,
            smallest=asked.smallest,
            below=below,
            time_limit=limits.left(asked.time_limit, perf_counter() - start),
            n_threads=asked.n_threads,
        )
        return (search or _core.solve)(answers, goal, within)

    names = admission.names(estimator)
    columns, solution = table.search(given, names, estimator.thresholds, target, solve, hidden)
    return Learned(solution, columns, names, leaf_price)


def leaves_of_rows(solution: _core.Solution, weighs: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The leaf of each row; -1 for rows that weigh nothing."""
    leaves = np.full(len(weighs), -1, dtype=np.int64)
    # A search that was stopped before it saw the rows has one leaf, and all of them in it.
    found = solution.leaves if len(solution.leaves) == np.count_nonzero(weighs) else 0
    leaves[weighs] = found
    return leaves


def sums_by_node(
    tree: Shape, leaves: NDArray[np.int64], numbers: NDArray[Any]
) -> NDArray[np.float64]:
    """What numbers of the rows come to in each node, leaves and those above them.

    Parameters
    ----------
    tree : Shape
        The tree.
    leaves : ndarray of int64
        The leaf of each row, -1 for a row that is not counted.
    numbers : ndarray of shape (n_rows,) or (n_rows, n_columns)
        What is summed up.

    Returns
    -------
    ndarray of shape (n_nodes,) or (n_nodes, n_columns)
        The sums.
    """
    taken = leaves >= 0
    nodes = len(tree.feature)
    columns = numbers.reshape(len(numbers), -1)[taken]
    sums = np.stack(
        [np.bincount(leaves[taken], weights=column, minlength=nodes) for column in columns.T],
        axis=1,
    )
    for node in np.flatnonzero(tree.feature >= 0)[::-1]:  # children come after their parents
        sums[node] = sums[tree.no[node]] + sums[tree.yes[node]]
    of_nodes: NDArray[np.float64] = np.asarray(sums.reshape(nodes, *numbers.shape[1:]), dtype=float)
    return of_nodes


def rows_of_nodes(tree: Shape, leaves: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The rows in each node, in ascending order.

    Parameters
    ----------
    tree : Shape
        The tree.
    leaves : ndarray of int64
        The leaf of each row, -1 for a row that is not counted.

    Returns
    -------
    list of ndarray of int64
        Row numbers, for leaves and for the nodes above them.
    """
    by_leaf = np.argsort(leaves, kind="stable")
    starts = np.searchsorted(leaves[by_leaf], np.arange(len(tree.no)))
    members = np.split(by_leaf, starts)[1:]  # rows that are not counted come first
    for node in np.flatnonzero(tree.feature >= 0)[::-1]:  # children come after their parents
        members[node] = np.sort(np.concatenate([members[tree.no[node]], members[tree.yes[node]]]))
    return members
