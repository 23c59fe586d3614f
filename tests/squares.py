"""Random small tables with numbers to predict, and their answers by trying every tree.

Nothing here knows the search or thresholds: a set of rows is a Python integer, one bit a row, a
split of numbers is a set of rows below the others, and costs are fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

Price = tuple[Fraction, int]  # the cost of a tree and its leaves


@dataclass(frozen=True)
class Numbers:
    """A table column by column, the numbers of its rows, what they weigh, and the limits."""

    columns: tuple[tuple[float, ...], ...]
    targets: tuple[tuple[float, ...], ...]  # column by column, too
    weights: tuple[float, ...] | None
    max_depth: int
    max_leaf_nodes: int | None
    min_samples_leaf: int
    ccp_alpha: float

    @property
    def X(self) -> np.ndarray:  # noqa: N802
        return np.array(self.columns, dtype=np.float64).T

    @property
    def y(self) -> np.ndarray:
        return np.array(self.targets[0]) if len(self.targets) == 1 else np.array(self.targets).T

    @property
    def sample_weight(self) -> np.ndarray | None:
        return None if self.weights is None else np.array(self.weights)

    @property
    def row_weights(self) -> np.ndarray:
        return np.ones(len(self.X)) if self.weights is None else np.array(self.weights)

    @property
    def limits(self) -> dict[str, Any]:
        names = ("max_depth", "max_leaf_nodes", "min_samples_leaf", "ccp_alpha")
        return {name: getattr(self, name) for name in names}

    @cached_property
    def best(self) -> Price:
        """The least objective of any tree, and the fewest leaves it can be had with."""
        return Brute(self, self.targets).best


class Brute:
    """Every tree of a problem, tried; its leaves are priced by other numbers if so wanted."""

    def __init__(self, problem: Numbers, targets: Sequence[Sequence[float]]) -> None:
        weights = problem.weights or (1,) * len(problem.columns[0])
        self.rows = [row for row, weight in enumerate(weights) if weight]
        self.weights = [Fraction(weights[row]) for row in self.rows]
        self.targets = [[Fraction(column[row]) for row in self.rows] for column in targets]
        self.least_rows = problem.min_samples_leaf
        self.price = Fraction(problem.ccp_alpha) * sum(self.weights)
        self.sides = {side for column in problem.columns for side in self._below(column)}
        self.depth, self.leaves = problem.max_depth, problem.max_leaf_nodes or len(self.rows)
        self.known: dict[tuple[int, int, int], Price] = {}

    @property
    def best(self) -> Price:
        return self._best((1 << len(self.rows)) - 1, self.depth, self.leaves)

    def _below(self, column: tuple[float, ...]) -> list[int]:
        cells = [column[row] for row in self.rows]
        return [
            sum(1 << place for place, cell in enumerate(cells) if cell <= value)
            for value in sorted(set(cells))[:-1]
        ]

    def _best(self, cover: int, depth: int, leaves: int) -> Price:
        leaves = min(leaves, cover.bit_count())
        if (cover, depth, leaves) not in self.known:
            prices = [(self._leaf(cover), 1)]
            for side in self.sides if depth and leaves > 1 else ():
                no, yes = cover & ~side, cover & side
                if min(no.bit_count(), yes.bit_count()) >= self.least_rows:
                    for of_no in range(1, leaves):
                        parts = (
                            self._best(no, depth - 1, of_no),
                            self._best(yes, depth - 1, leaves - of_no),
                        )
                        prices.append((parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]))
            self.known[cover, depth, leaves] = min(prices)
        return self.known[cover, depth, leaves]

    def _leaf(self, cover: int) -> Fraction:
        places = [place for place in range(len(self.rows)) if cover >> place & 1]
        weight = sum(self.weights[place] for place in places)
        cost = self.price
        for column in self.targets:
            mean = sum(self.weights[place] * column[place] for place in places) / weight
            cost += sum(self.weights[place] * (column[place] - mean) ** 2 for place in places)
        return cost


CELLS = {
    "0/1": st.sampled_from([0, 1]),
    "numbers": st.sampled_from([-2.5, 0.1, 0.2, 0.1 + 0.2, 3, 7]),
}
TARGETS = {
    "few": st.sampled_from([0, 1, 2]),
    "whole": st.integers(-100, 100),
    "fractions": st.sampled_from([0.1, 0.25, -1.75, 3.3, 1e3]),
}
WEIGHTS = {
    "whole": st.sampled_from([0, 1, 1, 2, 3]),
    "fractions": st.sampled_from([0, 0.5, 0.1, 1, 2.75]),
}


@st.composite
def numbers(
    draw: st.DrawFn,
    *,
    weights: tuple[str | None, ...] = (None, "whole", "fractions"),
    most_outputs: int = 2,
    kinds: tuple[str, ...] = ("0/1", "numbers"),
    most_rows: int = 8,
) -> Numbers:
    """Tables full of ties, twins and constants, with rows that weigh nothing."""
    rows = draw(st.integers(2, most_rows))

    def lists(cells: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        return tuple(draw(st.lists(cells, min_size=rows, max_size=rows)))

    columns = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3))
    targets = TARGETS[draw(st.sampled_from(sorted(TARGETS)))]
    kind = draw(st.sampled_from(weights))
    weigh = None if kind is None else lists(WEIGHTS[kind])
    if weigh is not None and not any(weigh):
        weigh = (1, *weigh[1:])
    return Numbers(
        tuple(lists(CELLS[kind]) for kind in columns),
        tuple(lists(targets) for _ in range(draw(st.integers(1, most_outputs)))),
        weigh,
        draw(st.integers(0, 3)),
        draw(st.sampled_from([None, 1, 2, 3, 5])),
        draw(st.integers(1, 3)),
        draw(st.sampled_from([0.0, 0.0, 0.01, 0.5, 1e9])),
    )


def nested(tree: Any, node: int = 0) -> Any:
    """A fitted `tree_` as what its leaves say, and its questions with both sides."""
    if tree.feature[node] < 0:
        return np.asarray(tree.says[node]).tolist()
    sides = [nested(tree, int(side[node])) for side in (tree.no, tree.yes)]
    return (str(tree.questions[node]), *sides)
