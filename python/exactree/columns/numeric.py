"""Columns of numbers: cut halfway between neighbouring values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree.columns.column import Column
from exactree.columns.missing import Missing
from exactree.columns.questions import AtMost
from exactree.columns.values import Values

WHOLE_HALVES = 2**51  # below, a float holds halves of whole numbers exactly


class Cuts(NamedTuple):
    """Thresholds in rising order, each with the neighbouring values that it separates."""

    thresholds: NDArray[Any]
    below: NDArray[Any]
    above: NDArray[Any]


@dataclass(frozen=True, eq=False)
class NumericColumn(Column):
    """A column with one question for each threshold.

    Attributes
    ----------
    cuts : Cuts
        Where it is cut.
    n_midpoints : int
        How many midpoints between neighbouring values there are in all.
    chosen : str
        How the cuts were chosen among them.
    only : number or None
        A number of the column; what is known of its numbers when it is not cut at all.

    Examples
    --------
    >>> cuts = between(np.array([1.0, 2.0, 4.0]), np.array([0, 1]))
    >>> column = NumericColumn(0, "age", False, cuts, 2, "all")
    >>> [str(column.question(number)) for number in range(column.n_questions)]
    ['age <= 1.5', 'age <= 3']
    """

    cuts: Cuts
    n_midpoints: int
    chosen: str
    only: Any = None

    @property
    def kind(self) -> str:
        """What the column holds, in a word."""
        return "numbers"

    @property
    def thresholds(self) -> NDArray[Any]:
        """Where it is cut, in rising order."""
        return self.cuts.thresholds

    @property
    def size(self) -> int:
        """How many questions it has, missing values aside."""
        return len(self.cuts.thresholds)

    @property
    def chains(self) -> tuple[int, ...]:
        """Their ordered groups, missing values aside."""
        return (self.size,) if self.size else ()

    def _question(self, number: int, missing: Missing) -> AtMost:
        threshold = self.cuts.thresholds[number].item()
        below, above = self.cuts.below[number].item(), self.cuts.above[number].item()
        return AtMost(self.place, self.name, missing, threshold, _short(threshold, below, above))

    def _fill(self, values: Values, answers: NDArray[np.uint8]) -> None:
        # A number is at most threshold k exactly if no more than k thresholds lie below it.
        below = np.searchsorted(self.cuts.thresholds, values.cells, side="left")
        below = below.astype(np.min_scalar_type(self.size))
        for number in range(self.size):
            np.less_equal(below, number, out=answers[:, number].view(bool))

    def _restore(self, answers: NDArray[np.uint8]) -> list[Any]:
        if not self.size:
            return [self.only] * len(answers)
        values = [*self.cuts.below[:1].tolist(), *self.cuts.above.tolist()]
        below = self.size - answers.sum(axis=1, dtype=np.int64)  # thresholds that the number passes
        return [values[place] for place in below.tolist()]

    def _opened(self) -> str:
        if self.size == self.n_midpoints:
            return f"all {self.size} thresholds"
        return f"{self.size} of {self.n_midpoints} thresholds ({self.chosen})"


def between(distinct: NDArray[Any], places: NDArray[np.int64]) -> Cuts:
    """Cut halfway between some neighbours among rising values, place 0 being between the first two.

    Integers that a float cannot hold with their halves are cut at an integer, and a midpoint that
    rounds up to the upper neighbour is the lower one instead: what is cut is always separated.

    >>> between(np.array([0.6, 1.0]), np.array([0])).thresholds
    array([0.8])
    >>> between(np.array([2**53, 2**53 + 1]), np.array([0])).thresholds.tolist()
    [9007199254740992]
    """
    below, above = distinct[places], distinct[places + 1]
    if distinct.dtype.kind in "iu" and not _has_halves(distinct):
        # Differences of 64 bits fit when their sign does not matter.
        first, last = below.astype(np.uint64), above.astype(np.uint64)
        return Cuts((first + (last - first) // 2).astype(distinct.dtype), below, above)
    low, high = below.astype(np.float64), above.astype(np.float64)
    with np.errstate(over="ignore"):
        middle = (low + high) / 2
    middle = np.where(np.isfinite(middle), middle, low / 2 + high / 2)
    return Cuts(
        np.where((low <= middle) & (middle < high), middle, low) + 0.0, below, above
    )  # no -0.0


def _has_halves(rising: NDArray[Any]) -> bool:
    return not len(rising) or -WHOLE_HALVES <= int(rising[0]) <= int(rising[-1]) <= WHOLE_HALVES


def _short(threshold: float, below: float, above: float) -> str:
    """Write a threshold with the fewest digits that hardly move it between its neighbours.

    >>> _short(0.15000000000000002, 0.1, 0.2), _short(50.5, 1.0, 100.0), _short(1.5e6, 1e6, 2e6)
    ('0.15', '50.5', '1500000')
    """
    if isinstance(threshold, int):
        return str(threshold)
    nearly = 1e-6 * min(above / 2 - below / 2, abs(threshold)) if threshold else 0.0
    for digits in range(1, 17):
        rounded = float(f"{threshold:.{digits}g}")
        if abs(rounded - threshold) <= nearly and below <= rounded < above:
            return _plain(rounded)
    return _plain(threshold)


def _plain(number: float) -> str:
    return repr(number).removesuffix(".0")
