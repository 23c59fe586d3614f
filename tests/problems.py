"""Random small problems, and their answers by trying every tree.

Nothing here knows the search. A set of rows is a Python integer, one bit a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from hypothesis import strategies as st

Node = int | tuple[int, "Node", "Node"]  # a leaf's class, or (column, no, yes)


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

    @cached_property
    def brute(self) -> Brute:
        return Brute(self)


class Brute:
    """Every tree of a problem, tried."""

    def __init__(self, problem: Problem) -> None:
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
        self.known: dict[tuple[int, int], int] = {}

    @property
    def least_errors(self) -> int:
        """The fewest errors of any tree."""
        return self.errors(self.all, self.depth)

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

    def errors(self, cover: int, depth: int) -> int:
        if (cover, depth) not in self.known:
            of_splits = [
                self.errors(no, depth - 1) + self.errors(yes, depth - 1)
                for _, no, yes in (self.splits(cover) if depth > 0 else [])
            ]
            self.known[cover, depth] = min([self.leaf_errors(cover), *of_splits])
        return self.known[cover, depth]

    def tree_of(self, cover: int, depth: int) -> Node:
        """A leaf if it is optimal; else the purest question that is, the first column on ties."""
        least = self.errors(cover, depth)
        if self.leaf_errors(cover) == least:
            counts = self.counts(cover)
            return counts.index(max(counts))
        optimal = [
            split
            for split in self.splits(cover)
            if sum(self.errors(side, depth - 1) for side in split[1:]) == least
        ]
        column, no, yes = max(optimal, key=lambda split: (self.purity(*split[1:]), -split[0]))
        return column, self.tree_of(no, depth - 1), self.tree_of(yes, depth - 1)

    def purity(self, *sides: int) -> Fraction:
        """The rows less the weighted Gini impurity of a split."""
        return sum(
            (Fraction(sum(n * n for n in self.counts(side)), side.bit_count()) for side in sides),
            Fraction(0),
        )


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


def hard_table(
    rows: int = 5_000, columns: int = 60, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Labels that no question explains: a proof takes far longer than any test has."""
    random = np.random.default_rng(seed)
    return random.integers(0, 2, (rows, columns), dtype=np.uint8), random.integers(0, 2, rows)
