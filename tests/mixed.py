"""Random small tables of numbers, booleans and categories, and their optima by trying every split.

Nothing here knows thresholds: a split of numbers is a set of rows below the others, and Python
compares its integers and floats exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

FLOATS = [0.0, -0.0, 5e-324, -5e-324, 1e-300, 0.1, 0.2, 0.3, 0.1 + 0.2, 1.0, 1 + 2**-52, 2.5, -7.0]
HUGE = [1.7e308, 1.6e308, -1.7e308, 1e300, 0.0]
WHOLE = [2**53, 2**53 + 1, 2**53 + 2, 2**62, -(2**63), 2**63 - 1, 2**63 - 2, 0]
UNSIGNED = [2**64 - 1, 2**64 - 2, 2**63, 2**53 + 1, 0]

POOLS: dict[str, list[Any]] = {
    "numbers": [1, 2, 3, 4, 5, 6],
    "fractions": FLOATS,
    "huge": HUGE,
    "large integers": WHOLE,
    "larger integers": UNSIGNED,
    "0/1": [0, 1],
    "booleans": [False, True],
    "text": ["red", "blue", "", "grey", "ünï"],
    "constant": [3],
}


@dataclass(frozen=True)
class Mixed:
    """A table column by column; None is a missing value."""

    kinds: tuple[str, ...]
    columns: tuple[tuple[Any, ...], ...]
    labels: tuple[int, ...]
    max_depth: int
    min_samples_leaf: int

    @property
    def y(self) -> np.ndarray:
        return np.array(self.labels)

    @property
    def limits(self) -> dict[str, int]:
        return {"max_depth": self.max_depth, "min_samples_leaf": self.min_samples_leaf}

    @cached_property
    def least_errors(self) -> int:
        """The fewest errors of any tree within the limits."""
        return self._errors(frozenset(range(len(self.labels))), self.max_depth, {})

    def _errors(self, cover: frozenset[int], depth: int, known: dict[Any, int]) -> int:
        if (cover, depth) not in known:
            labels = [self.labels[row] for row in cover]
            costs = [len(labels) - max(map(labels.count, set(labels)))]
            for side in self.sides(cover) if depth else ():
                other = cover - side
                if min(len(side), len(other)) >= self.min_samples_leaf:
                    costs.append(sum(self._errors(s, depth - 1, known) for s in (side, other)))
            known[cover, depth] = min(costs)
        return known[cover, depth]

    def sides(self, cover: frozenset[int]) -> set[frozenset[int]]:
        """One side of every split of some rows."""
        found = set()
        for kind, column in zip(self.kinds, self.columns, strict=True):
            missing = frozenset(row for row in cover if column[row] is None)
            present = cover - missing
            for value in {column[row] for row in present}:
                if kind == "text":
                    side = frozenset(row for row in present if column[row] == value)
                else:
                    side = frozenset(row for row in present if column[row] <= value)
                found |= {side, side | missing}
            found.add(missing)
        return found


@st.composite
def mixed_tables(draw: st.DrawFn, *, most_rows: int = 10, missing: bool = True) -> Mixed:
    """Tables with ties, twins, constant columns, rows alone with their category, missing values."""
    rows = draw(st.integers(2, most_rows))
    kinds = draw(st.lists(st.sampled_from(list(POOLS)), min_size=1, max_size=3))
    columns = []
    for kind in kinds:
        cell = st.sampled_from(POOLS[kind])
        if missing and draw(st.booleans()):
            cell = st.one_of(st.none(), cell, cell)
        columns.append(tuple(draw(st.lists(cell, min_size=rows, max_size=rows))))
    labels = draw(st.lists(st.integers(0, 2), min_size=rows, max_size=rows))
    if len(set(labels)) == 1:  # an estimator asks for two classes
        labels[-1] += 1
    return Mixed(
        tuple(kinds),
        tuple(columns),
        tuple(labels),
        draw(st.integers(0, 3)),
        draw(st.integers(1, 3)),
    )
