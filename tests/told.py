"""All that trees can tell the rows of a small table, by trying every tree with every labelling.

Nothing here knows the search. A tree is what it tells: for each stratum of rows (a class, or a
class of a group) how many of its rows are told 1. Leaves may tell either class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

Rows = frozenset[int]
Told = tuple[int, ...]


@dataclass(frozen=True)
class Limits:
    """What a tree may be."""

    max_depth: int
    max_leaf_nodes: int | None
    min_samples_leaf: int

    @property
    def settings(self) -> dict[str, int | None]:
        return dict(vars(self))


def told(
    strata: tuple[int, ...], count: int, sides: Callable[[Rows], Iterable[Rows]], limits: Limits
) -> set[Told]:
    """What trees within the limits tell the strata, of which there are so many.

    `sides` gives one side of every split of some rows.
    """
    known: dict[tuple[Rows, int, int], set[Told]] = {}

    def reach(rows: Rows, depth: int, leaves: int) -> set[Told]:
        if (rows, depth, leaves) not in known:
            of_stratum = [strata[row] for row in rows]
            everybody = tuple(of_stratum.count(stratum) for stratum in range(count))
            found = {tuple(0 for _ in everybody), everybody}
            for side in sides(rows) if depth else ():
                if min(len(side), len(rows) - len(side)) < max(1, limits.min_samples_leaf):
                    continue
                for share in range(1, leaves):
                    found |= {
                        tuple(a + b for a, b in zip(one, other, strict=True))
                        for one in reach(side, depth - 1, share)
                        for other in reach(rows - side, depth - 1, leaves - share)
                    }
            known[rows, depth, leaves] = found
        return known[rows, depth, leaves]

    # As many leaves as the depth allows are no limit.
    most = 2**limits.max_depth
    leaves = most if limits.max_leaf_nodes is None else min(most, limits.max_leaf_nodes)
    return reach(frozenset(range(len(strata))), limits.max_depth, leaves)


def of_bits(rows: tuple[int, ...], columns: Iterable[int]) -> Callable[[Rows], list[Rows]]:
    """Splits by the bits of rows."""
    columns = list(columns)

    def sides(cover: Rows) -> list[Rows]:
        return [frozenset(row for row in cover if rows[row] >> bit & 1) for bit in columns]

    return sides


@dataclass(frozen=True)
class TwoClasses:
    """A table of 0 and 1 with two classes, and two groups as its last column."""

    rows: tuple[int, ...]
    labels: tuple[int, ...]
    columns: int
    limits: Limits

    @property
    def X(self) -> np.ndarray:  # noqa: N802
        shifts = np.arange(self.columns)
        return (np.array(self.rows)[:, np.newaxis] >> shifts & 1).astype(np.uint8)

    @property
    def y(self) -> np.ndarray:
        return np.array(self.labels)

    @property
    def groups(self) -> list[int]:
        return [row >> self.columns - 1 & 1 for row in self.rows]

    @property
    def errors(self) -> set[tuple[int, int]]:
        """False positives and false negatives of all trees."""
        positives = sum(self.labels)
        every = told(self.labels, 2, of_bits(self.rows, range(self.columns)), self.limits)
        return {(false, positives - found) for false, found in every}

    @property
    def strata(self) -> tuple[int, ...]:
        """The class and group of each row."""
        return tuple(2 * g + c for g, c in zip(self.groups, self.labels, strict=True))


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    return Limits(
        draw(st.integers(0, 3)),
        draw(st.one_of(st.none(), st.integers(1, 6))),
        draw(st.integers(1, 3)),
    )


@st.composite
def two_classes(draw: st.DrawFn, *, most_rows: int = 11) -> TwoClasses:
    """Tables with both classes and both groups, and rows of the second class in both groups."""
    columns = draw(st.integers(1, 4))
    row = st.tuples(st.integers(0, 2**columns - 1), st.integers(0, 1))
    table = draw(st.lists(row, min_size=1, max_size=most_rows - 2))
    second = 1 << columns - 1
    table += [(draw(st.integers(0, second - 1)) + group, 1) for group in (0, second)]
    if all(label for _, label in table):
        table.append((draw(st.integers(0, 2**columns - 1)), 0))
    rows, labels = zip(*draw(st.permutations(table)), strict=True)
    return TwoClasses(rows, labels, columns, draw(limits()))


def difference(told_of: Told, counts: list[int], rate: str) -> Fraction:
    """How much the rates of two groups differ; the first two strata are the first group's."""
    kinds = (0, 1) if rate == "demographic_parity" else (1,)
    rates = [
        Fraction(sum(told_of[2 * g + k] for k in kinds), sum(counts[2 * g + k] for k in kinds))
        for g in (0, 1)
    ]
    return abs(rates[0] - rates[1])


def least_fair_errors(
    strata: tuple[int, ...],
    sides: Callable[[Rows], Iterable[Rows]],
    limits: Limits,
    rate: str,
    most: float,
) -> int:
    """The fewest errors of a tree whose rates differ by no more than is allowed."""
    counts = [strata.count(stratum) for stratum in range(4)]
    return min(
        told_of[0] + told_of[2] + counts[1] - told_of[1] + counts[3] - told_of[3]
        for told_of in told(strata, 4, sides, limits)
        if float(difference(told_of, counts, rate)) <= most
    )
