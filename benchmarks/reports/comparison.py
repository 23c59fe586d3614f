"""The measurements of several engines on one problem, side by side."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..task import Measurement, Problem
from .page import short

OURS = "exactree"
MAIN_PEER = "pystreed"


@dataclass(frozen=True)
class Comparison:
    """All engines on one problem."""

    problem: Problem
    by_engine: dict[str, Measurement]

    @property
    def table(self) -> str:
        return self.problem.table

    @property
    def depth(self) -> int:
        return self.problem.depth

    @property
    def ours(self) -> Measurement | None:
        return self.by_engine.get(OURS)

    @property
    def peer(self) -> Measurement | None:
        return self.of(MAIN_PEER)

    def of(self, solver: str) -> Measurement | None:
        """The solver's better variant: the one that proved it in least time."""
        ran = [one for one in self.by_engine.values() if one.solver == solver]
        return min(ran, key=lambda one: (not one.proven, charged(one)), default=None)

    @property
    def ratio(self) -> float | None:
        """How many times less CPU time we took than the main peer, or at least so many; None
        where neither finished, which says nothing of the two."""
        return self.ratio_to(self.peer)

    def ratio_to(self, peer: Measurement | None) -> float | None:
        """The same for another of the engines."""
        if self.ours is None or peer is None or not (self.ours.proven or peer.proven):
            return None
        return charged(peer) / charged(self.ours)

    @property
    def is_bound(self) -> bool:
        """Whether the true ratio may be higher, the peer having been stopped."""
        return self.peer is not None and not self.peer.proven

    def faster_peers(self) -> list[Measurement]:
        """Peers that proved it in less time than we did."""
        if self.ours is None:
            return []
        ours = charged(self.ours) if self.ours.proven else math.inf
        return [
            one
            for one in self.by_engine.values()
            if one.solver != OURS and one.proven and charged(one) < ours
        ]

    def __str__(self) -> str:
        priced = "" if self.problem.penalty is None else f", penalty {self.problem.penalty:g}"
        return f"{short(self.table)} at depth {self.depth}{priced}"


def charged(one: Measurement) -> float:
    """CPU seconds until the end, or until it was stopped; the limit for whoever had to be
    killed long after; endless for a crash, which is no time at all."""
    if one.status == "crashed":
        return math.inf
    return one.limit if one.cpu_seconds is None else one.cpu_seconds


def comparisons(measured: list[Measurement]) -> list[Comparison]:
    """The measurements, put side by side in the order in which they were taken."""
    problems = dict.fromkeys(one.problem for one in measured)
    return [
        Comparison(problem, {one.engine: one for one in measured if one.problem == problem})
        for problem in problems
    ]
