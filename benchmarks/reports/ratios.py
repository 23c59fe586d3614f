"""How many times less CPU time exactree takes than each of those it is compared with.

The goals name them: a solver, which is judged by the better of its variants on each problem, or
one variant.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from statistics import geometric_mean

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .comparison import OURS, Comparison, charged, comparisons
from .page import Goal, Report, cell, markdown_table, short
from .scatter import Point, scatter

LONG = 0.1
"""Seconds of a peer from which on its search, not what is around it, takes most."""


@dataclass(frozen=True)
class Pair:
    """exactree and a peer on one problem that one of them proved."""

    on: Comparison
    peer: Measurement
    ratio: float

    @property
    def is_bound(self) -> bool:
        """Whether the true ratio may be higher, the peer having been stopped."""
        return not self.peer.proven

    @property
    def ours(self) -> Measurement:
        assert self.on.ours is not None
        return self.on.ours

    def __str__(self) -> str:
        return f"{'> ' if self.is_bound else ''}{self.ratio:.{0 if self.ratio >= 100 else 1}f}"


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    compared = comparisons(measured)
    by_peer = {peer: _pairs(compared, peer) for peer in goals}
    claims = [claim for peer, pairs in by_peer.items() for claim in _claims(peer, pairs)]
    unproven = [str(one) for one in compared if one.ours is not None and not one.ours.proven]
    if unproven:
        claims.append(f"Not proven by {OURS} within the limit: {'; '.join(unproven)}.")
    claims += agreement.agreement_claims(measured)
    return Report(
        [_goal(peer, by_peer[peer], least) for peer, least in goals.items()],
        claims,
        _table(compared, by_peer),
        _figure(by_peer),
        agreement.faults(measured),
    )


def _pairs(compared: list[Comparison], peer: str) -> list[Pair]:
    pairs = []
    for one in compared:
        other = one.by_engine.get(peer, one.of(peer))
        ratio = one.ratio_to(other)
        if other is not None and ratio is not None and math.isfinite(ratio):
            pairs.append(Pair(one, other, ratio))
    return pairs


def _mean(pairs: list[Pair]) -> float:
    return geometric_mean([pair.ratio for pair in pairs]) if pairs else math.nan


def _goal(peer: str, pairs: list[Pair], least: float) -> Goal:
    at_least = "at least " if any(pair.is_bound for pair in pairs) else ""
    return Goal(
        f"at least {least:g} times less CPU time than {peer} (geometric mean)",
        f"{at_least}{_mean(pairs):.1f} times, {len(pairs)} problems" if pairs else "no problem",
        _mean(pairs) >= least,
    )


def _claims(peer: str, pairs: list[Pair]) -> list[str]:
    if not pairs:
        return []
    weakest = min(pairs, key=lambda pair: pair.ratio)
    strongest = max(pairs, key=lambda pair: pair.ratio)
    claims = [
        f"{peer}: least ratio {weakest} ({weakest.on}), highest {strongest} ({strongest.on}); "
        f"{sum(pair.ratio < 1.0 for pair in pairs)} of {len(pairs)} problems took {OURS} longer."
    ]
    finished = [pair for pair in pairs if not pair.is_bound]
    if len(finished) < len(pairs):
        claims.append(
            f"{peer} was stopped at its limit on {len(pairs) - len(finished)} of {len(pairs)} "
            f"problems; the mean over the other {len(finished)} is {_mean(finished):.1f}."
        )
    long = [pair for pair in pairs if charged(pair.peer) >= LONG]
    if 0 < len(long) < len(pairs):
        claims.append(
            f"{peer}, mean over the {len(long)} problems that keep it busy for {LONG:g} s or more: "
            f"{_mean(long):.1f}."
        )
    for name in ("depth", "penalty"):
        groups: dict[float, list[Pair]] = defaultdict(list)
        for pair in pairs:
            groups[getattr(pair.on.problem, name)].append(pair)
        if len(groups) > 1:
            means = "; ".join(f"{value:g}: {_mean(group):.1f}" for value, group in groups.items())
            claims.append(f"{peer}, mean by {name}: {means}.")
    return claims


def _table(compared: list[Comparison], by_peer: dict[str, list[Pair]]) -> str:
    engines = list(dict.fromkeys(name for one in compared for name in one.by_engine))
    has_penalty = any(one.problem.penalty is not None for one in compared)
    ratios = {
        peer: {pair.on.problem: str(pair) for pair in pairs} for peer, pairs in by_peer.items()
    }
    header = ["table", "depth", *(["penalty"] if has_penalty else []), "rows", "features", "cost"]
    header += [f"{name}, s" for name in engines] + [f"ratio to {peer}" for peer in by_peer]
    rows = []
    for one in compared:
        some = list(one.by_engine.values())
        known = next((m for m in some if m.rows is not None), some[0])
        rows.append(
            [
                short(one.table),
                one.depth,
                *([one.problem.penalty] if has_penalty else []),
                known.rows,
                known.features,
                _cost(some),
                *(cell(one.by_engine.get(name)) for name in engines),
                *(ratios[peer].get(one.problem, "") for peer in by_peer),
            ]
        )
    note = (
        "CPU seconds of the fit (the least of several fits where one is short); `>` means stopped "
        "at the limit. A ratio is to the better of a peer's variants. The cost is the proven least "
        "one, counted from the predictions; of several sizes, that of the smallest and the largest."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _cost(some: list[Measurement]) -> str:
    costs = next((one.counted_costs for one in some if one.proven), None)
    if not costs:
        return "unproven"
    return " ... ".join(f"{cost:.6g}" for cost in dict.fromkeys((costs[0], costs[-1])))


def _figure(by_peer: dict[str, list[Pair]]) -> Figure | None:
    panels = {
        peer: [
            Point(pair.on.depth, charged(pair.ours), charged(pair.peer), pair.is_bound)
            for pair in pairs
        ]
        for peer, pairs in by_peer.items()
        if pairs
    }
    return scatter(panels) if panels else None
