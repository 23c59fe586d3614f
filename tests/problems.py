"""Random small problems, and their answers by trying every tree.

Nothing here knows the search. A set of rows is a Python integer, one bit a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from hypothesis import strategies as st

Node = int | tuple[int, "Node", "Node"]  # a leaf's class, or (column, no, yes)
Number = int | Fraction
Leaf = Callable[[int], Number]  # what a leaf over a cover costs


@dataclass(frozen=True)
class Problem:
    """A table as lists, with the limits on its tree."""

    rows: tuple[int, ...]  # bit j is the answer to question j
    labels: tuple[int, ...]
    columns: int
    max_depth: int | None
    min_samples_leaf: int

    @property
    def X(self) -> np.ndarray:  # noqa: N802
        shifts = np.arange(self.columns)
        return (np.array(self.rows)[:, np.newaxis] >> shifts & 1).astype(np.uint8)

    @property
    def y(self) -> np.ndarray:
        return np.array(self.labels)

    @property
    def limits(self) -> dict[str, int | None]:
        return {"max_depth": self.max_depth, "min_samples_leaf": self.min_samples_leaf}

    def of_rows(self, rows: Sequence[int]) -> Problem:
        """The same with some of the rows."""
        answers, labels = zip(*((self.rows[row], self.labels[row]) for row in rows), strict=True)
        return replace(self, rows=answers, labels=labels)

    @cached_property
    def brute(self) -> Brute:
        return Brute(self)


class Brute:
    """Every tree of a problem, tried.

    A tree costs what its leaves cost together, and `per_split` for each question. `leaf` prices a
    cover; without it a leaf costs its errors.
    """

    def __init__(self, problem: Problem, leaf: Leaf | None = None, per_split: Number = 0) -> None:
        rows = range(len(problem.rows))
        self.all = (1 << len(problem.rows)) - 1
        self.least_rows = problem.min_samples_leaf
        self.depth = problem.columns if problem.max_depth is None else problem.max_depth
        self.yes = [
            sum(1 << row for row in rows if problem.rows[row] >> column & 1)
            for column in range(problem.columns)
        ]
        self.of_class = [
            sum(1 << row for row in rows if problem.labels[row] == label)
            for label in range(max(problem.labels) + 1)
        ]
        self.leaf = leaf or self.leaf_errors
        self.per_split = per_split
        self.known: dict[tuple[int, int, int | None], Number] = {}

    @classmethod
    def priced(
        cls, problem: Problem, costs: Sequence[Sequence[Number]], per_split: Number = 0
    ) -> Brute:
        """Leaves say the label that costs least; rows that cost nothing are none."""
        rows = [row for row, of_row in enumerate(costs) if any(of_row)]
        return cls(problem.of_rows(rows), cheapest_label([costs[row] for row in rows]), per_split)

    @property
    def least_errors(self) -> Number:
        """The fewest errors of any tree."""
        return self.least()

    def least(self, leaves: int | None = None) -> Number:
        """The least cost of any tree, or of those with at most so many leaves."""
        return self.cost(self.all, self.depth, None if leaves is None else leaves - 1)

    @property
    def tree(self) -> Node:
        """The one tree that the tie rule names."""
        return self.tree_of(self.all, self.depth)

    def counts(self, cover: int) -> list[int]:
        return [(cover & rows).bit_count() for rows in self.of_class]

    def leaf_errors(self, cover: int) -> int:
        return cover.bit_count() - max(self.counts(cover))

    def splits(self, cover: int) -> list[tuple[int, int, int]]:
        """The questions that leave enough rows on both sides, with the sides."""
        sides = ((column, cover & ~yes, cover & yes) for column, yes in enumerate(self.yes))
        least = max(1, self.least_rows)
        return [side for side in sides if all(rows.bit_count() >= least for rows in side[1:])]

    def cost(self, cover: int, depth: int, splits: int | None = None) -> Number:
        """The least cost within a depth and a budget of splits, None being no limit."""
        if splits is not None and splits >= min(cover.bit_count(), 2**depth) - 1:
            splits = None  # no tree has more
        if (cover, depth, splits) not in self.known:
            may_ask = depth > 0 and splits != 0
            divisions = [(None, None)]
            if splits is not None:
                divisions = [(of_no, splits - 1 - of_no) for of_no in range(splits)]
            of_splits = [
                self.per_split + self.cost(no, depth - 1, of_no) + self.cost(yes, depth - 1, of_yes)
                for _, no, yes in (self.splits(cover) if may_ask else [])
                for of_no, of_yes in divisions
            ]
            self.known[cover, depth, splits] = min([self.leaf(cover), *of_splits])
        return self.known[cover, depth, splits]

    def tree_of(self, cover: int, depth: int) -> Node:
        """A leaf if it is optimal; else the purest question that is, the first column on ties."""
        least = self.cost(cover, depth)
        if self.leaf(cover) == least:
            counts = self.counts(cover)
            return counts.index(max(counts))
        optimal = [
            split
            for split in self.splits(cover)
            if self.per_split + sum(self.cost(side, depth - 1) for side in split[1:]) == least
        ]
        column, no, yes = max(optimal, key=lambda split: (self.purity(*split[1:]), -split[0]))
        return column, self.tree_of(no, depth - 1), self.tree_of(yes, depth - 1)

    def purity(self, *sides: int) -> Fraction:
        """The rows less the weighted Gini impurity of a split."""
        return sum(
            (Fraction(sum(n * n for n in self.counts(side)), side.bit_count()) for side in sides),
            Fraction(0),
        )


def members(cover: int) -> list[int]:
    """The numbers of the rows of a cover."""
    return [row for row in range(cover.bit_length()) if cover >> row & 1]


def cheapest_label(costs: Sequence[Sequence[Number]]) -> Leaf:
    """Leaves that say the label which costs their rows least; `costs[row][label]`."""

    def leaf(cover: int) -> Number:
        return min(map(sum, zip(*(costs[row] for row in members(cover)), strict=True)))

    return leaf


def prices_of_labels(
    problem: Problem,
    weights: Sequence[Number] | None = None,
    matrix: Sequence[Sequence[Number]] | None = None,
) -> list[list[Number]]:
    """What each label costs each row: its weight, times what the mistake costs."""
    classes = range(max(problem.labels) + 1)
    matrix = matrix or [[int(told != true) for told in classes] for true in classes]
    weights = weights or [1] * len(problem.rows)
    return [
        [weight * cost for cost in matrix[label]]
        for weight, label in zip(weights, problem.labels, strict=True)
    ]


@st.composite
def problems(
    draw: st.DrawFn,
    *,
    depths: st.SearchStrategy[int | None] = st.sampled_from([0, 1, 2, 3, None]),  # noqa: B008
    leaf_rows: st.SearchStrategy[int] = st.integers(1, 4),  # noqa: B008
    most_rows: int = 16,
) -> Problem:
    """Tables of 2 to 5 classes and up to 5 columns, full of ties, twins and constants."""
    columns = draw(st.integers(1, 5))
    classes = draw(st.integers(2, 5))
    row = st.tuples(st.integers(0, 2**columns - 1), st.integers(0, classes - 1))
    table = draw(st.lists(row, min_size=2, max_size=most_rows))
    answers, labels = zip(*table, strict=True)
    present = sorted(set(labels))
    if len(present) == 1:  # an estimator asks for two
        labels, present = (*labels[:-1], labels[-1] + 1), [labels[-1], labels[-1] + 1]
    return Problem(
        answers,
        tuple(present.index(label) for label in labels),
        columns,
        draw(depths),
        draw(leaf_rows),
    )


def nested(tree: object, node: int = 0) -> Node:
    """A fitted `tree_` in the form of `Brute.tree`."""
    if tree.feature[node] < 0:
        return int(tree.label[node])
    sides = (nested(tree, int(side[node])) for side in (tree.no, tree.yes))
    return (int(tree.feature[node]), *sides)


def asked(tree: object) -> tuple[list[object], ...]:
    """What the nodes of a fitted `tree_` ask, and what its leaves say."""
    leaves = tree.feature < 0
    parts = (tree.feature, tree.no, tree.yes, tree.says[leaves])
    return tuple(part.tolist() for part in parts)


def hard_table(
    rows: int = 5_000, columns: int = 60, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Labels that no question explains: a proof takes far longer than any test has."""
    random = np.random.default_rng(seed)
    return random.integers(0, 2, (rows, columns), dtype=np.uint8), random.integers(0, 2, rows)
