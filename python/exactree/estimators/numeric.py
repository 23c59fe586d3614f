"""From a table and numbers to predict to a tree: what regression and clustering do alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns.door import Columns
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target
from exactree.estimators import limits
from exactree.estimators.criteria import Criterion, Quantile
from exactree.estimators.criteria.quantile import goal_of
from exactree.estimators.learning import (
    Asked,
    Learned,
    Shape,
    learn,
    leaves_of_rows,
    rows_of_nodes,
)
from exactree.tree import Tree


class Contents(NamedTuple):
    """What the nodes of a tree hold, each as if it were a leaf."""

    says: NDArray[np.float64]
    """The numbers each says, by column."""
    cost: NDArray[np.float64]
    rows: NDArray[np.int64]


class Weighed(NamedTuple):
    """A table without the rows of weight zero: they change no cost, and fill no leaf."""

    table: Table
    weights: NDArray[np.float64] | None
    rows: NDArray[np.int64]
    """Which rows of the whole table are left."""

    @classmethod
    def of(cls, table: Table, weights: NDArray[np.float64] | None) -> Weighed:
        """Leave out the rows of weight zero."""
        if weights is None or weights.all():
            return cls(table, weights, np.arange(table.rows))
        rows = np.flatnonzero(weights)
        return cls(table.of_rows(rows), weights[rows], rows)

    @property
    def weight(self) -> float:
        """What all rows weigh together."""
        return float(self.table.rows if self.weights is None else self.weights.sum())


def learn_numbers(
    estimator: Any,
    weighed: Weighed,
    targets: NDArray[np.float64],
    criterion: Criterion,
    asked: Asked,
    start: float,
) -> tuple[Learned, Contents]:
    """Search a table for the tree whose numbers cost least, and look what its nodes hold."""
    table, weights, _ = weighed
    learned = learn(
        estimator,
        table,
        Target(targets, None),
        criterion.goal(targets, weights),
        asked,
        start,
        min_samples_leaf=limits.leaf_rows(estimator.min_samples_leaf, table.rows),
        weight=weighed.weight,
    )
    leaves = leaves_of_rows(learned.solution, np.ones(table.rows, dtype=bool))
    return learned, contents(learned.shape, leaves, criterion, targets, weights)


@dataclass(frozen=True)
class Solutions:
    """The core's solutions for several quantiles; as good as the worst of them."""

    each: list[_core.Solution]

    @property
    def status(self) -> str:
        """What is said of the first that is not optimal, if there is one."""
        return next((it.status for it in self.each if it.status != "optimal"), "optimal")


class OfEach(NamedTuple):
    """What was learned of several quantiles."""

    columns: Columns
    learned: list[Learned]
    trees: tuple[Tree, ...]


def learn_quantiles(
    estimator: Any,
    weighed: Weighed,
    targets: NDArray[np.float64],
    of_shares: list[float],
    asked: Asked,
    start: float,
) -> OfEach:
    """Search a table for the best tree of each of some quantiles, in one go."""
    table, weights, _ = weighed
    found = learn(
        estimator,
        table,
        Target(targets, None),
        goal_of(of_shares, targets, weights),
        asked,
        start,
        min_samples_leaf=limits.leaf_rows(estimator.min_samples_leaf, table.rows),
        weight=weighed.weight,
        search=lambda *what: Solutions(_core.solve_each(*what)),
    )
    learned, trees = [], []
    for share, solution in zip(of_shares, found.solution.each, strict=True):
        of_this = replace(found, solution=solution)
        criterion = Quantile(share)
        leaves = leaves_of_rows(solution, np.ones(table.rows, dtype=bool))
        held = contents(of_this.shape, leaves, criterion, targets, weights)
        learned.append(of_this)
        trees.append(as_tree(of_this.shape, held.says[:, 0], held, criterion.measure))
    return OfEach(found.columns, learned, tuple(trees))


def contents(
    shape: Shape,
    leaves: NDArray[np.int64],
    criterion: Criterion,
    targets: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> Contents:
    """What each node says of its rows and what that costs, from the leaf of each row."""
    says, cost, count = [], [], []
    for rows in rows_of_nodes(shape, leaves):
        part = targets[rows]
        weigh = None if weights is None else weights[rows]
        says.append(criterion.says(part, weigh))
        cost.append(criterion.cost(part, weigh, says[-1]))
        count.append(len(rows))
    return Contents(np.stack(says), np.array(cost), np.array(count))


def as_tree(shape: Shape, says: NDArray[Any], held: Contents, measure: str) -> Tree:
    """The tree whose nodes say this and hold that."""
    return Tree(
        feature=shape.feature,
        no=shape.no,
        yes=shape.yes,
        says=says,
        rows=held.rows,
        cost=held.cost,
        measure=measure,
        feature_names=shape.names,
        questions=shape.questions,
    )
