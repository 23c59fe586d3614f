"""exactree beside its peers: how many times less CPU time the same proof takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import geometric_mean

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .page import Report, cell, markdown_table, megabytes, seconds, short

OURS = "exactree"
MAIN_PEER = "pystreed"


@dataclass(frozen=True)
class Comparison:
    """All engines on one table at one depth."""

    table: str
    depth: int
    by_engine: dict[str, Measurement]

    @property
    def ours(self) -> Measurement | None:
        return self.by_engine.get(OURS)

    def of(self, solver: str) -> Measurement | None:
        """The solver's better variant: the one that proved it in least time."""
        ran = [one for one in self.by_engine.values() if one.solver == solver]
        return min(ran, key=charged, default=None)

    @property
    def peer(self) -> Measurement | None:
        return self.of(MAIN_PEER)

    @property
    def ratio(self) -> float | None:
        if self.ours is None or self.peer is None:
            return None
        return charged(self.peer) / charged(self.ours)

    @property
    def is_bound(self) -> bool:
        """Whether the true ratio may be higher, the peer having been stopped."""
        return self.peer is not None and not self.peer.proven

    def __str__(self) -> str:
        return f"{short(self.table)} at depth {self.depth}"


def charged(one: Measurement) -> float:
    """CPU seconds; the limit for whoever did not prove its tree within it; endless for a
    crash, which is no time at all."""
    if one.proven and one.cpu_seconds is not None:
        return one.cpu_seconds
    return math.inf if one.status == "crashed" else one.limit


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    compared = comparisons(measured)
    least = goals["least_peer_seconds"]
    counted = [
        one
        for one in compared
        if one.ratio is not None and one.peer is not None and math.isfinite(one.ratio)
        if charged(one.peer) >= least
    ]
    faults = agreement.faults(measured)
    claims = _ratio_claims(counted, least) + [_faster_claim(compared)]
    claims += _unproven_claims(compared) + _overrun_claims(measured)
    if not faults:
        claims.append(agreement.agreement_claim(measured))
    return Report(claims, _table(compared), _figure(compared, goals), faults)


def comparisons(measured: list[Measurement]) -> list[Comparison]:
    """The measurements, put side by side in the order in which they were taken."""
    problems = dict.fromkeys((one.table, one.depth) for one in measured)
    return [
        Comparison(
            table,
            depth,
            {one.engine: one for one in measured if (one.table, one.depth) == (table, depth)},
        )
        for table, depth in problems
    ]


def _ratio_claims(counted: list[Comparison], least: float) -> list[str]:
    if not counted:
        return [f"No problem on which both ran kept {MAIN_PEER} busy for {least:g} s."]
    bounds = [one for one in counted if one.is_bound]
    ratios = {one: one.ratio or math.nan for one in counted}
    at_least = "at least " if bounds else ""
    weakest = min(counted, key=lambda one: ratios[one])
    strongest = max(counted, key=lambda one: ratios[one])
    claims = [
        f"Where {MAIN_PEER}, at the better of its feature orders, needs {least:g} s or more "
        f"({len(counted)} problems), exactree takes {at_least}"
        f"**{geometric_mean(ratios.values()):.0f} times less CPU time** (geometric mean; "
        f"one thread each)."
    ]
    if bounds:
        claims.append(
            f"On {len(bounds)} of them {MAIN_PEER} was stopped at its limit; they count as if "
            f"it had finished then, so the mean is a lower bound. Over the "
            f"{len(counted) - len(bounds)} others it is "
            f"{_mean([ratios[one] for one in counted if not one.is_bound])}."
        )
    depths = sorted({one.depth for one in counted})
    claims.append(
        "By depth: "
        + "; ".join(
            f"depth {depth}: {_mean([ratios[one] for one in counted if one.depth == depth])}"
            for depth in depths
        )
        + "."
    )
    claims.append(
        f"Least ratio: {ratios[weakest]:.1f} ({weakest}). "
        f"Highest: {_bounded(strongest)} ({strongest})."
    )
    return claims


def _faster_claim(compared: list[Comparison]) -> str:
    """Over all problems, those that take no time included."""
    faster = []
    for one in compared:
        if one.ours is None:
            continue
        for peer in one.by_engine.values():
            if peer.solver != OURS and peer.proven and charged(peer) < charged(one.ours):
                faster.append(
                    f"{one} ({peer.engine} {seconds(charged(peer))} s, "
                    f"exactree {seconds(charged(one.ours))} s)"
                )
    return f"Where a peer was faster: {'; '.join(faster) or 'nowhere'}."


def _unproven_claims(compared: list[Comparison]) -> list[str]:
    unproven = [str(one) for one in compared if one.ours is not None and not one.ours.proven]
    return [f"Not proven by exactree within the limit: {'; '.join(unproven)}."] if unproven else []


def _overrun_claims(measured: list[Measurement]) -> list[str]:
    over = [
        f"{one.engine} on {short(one.table)} at depth {one.depth} "
        + ("(killed)" if one.status == "killed" else f"({one.wall_longest:.1f} s)")
        for one in measured
        if one.status == "killed" or (one.wall_longest or 0.0) > one.limit + 1.0
    ]
    return [f"Overran their time limit by more than a second: {'; '.join(over)}."] if over else []


def _mean(ratios: list[float]) -> str:
    return f"{geometric_mean(ratios):.0f} ({len(ratios)} problems)" if ratios else "none"


def _bounded(one: Comparison) -> str:
    if one.ratio is None:
        return ""
    digits = 0 if one.ratio >= 100 else 1
    return f"{'> ' if one.is_bound else ''}{one.ratio:.{digits}f}"


def _table(compared: list[Comparison]) -> str:
    engines = list(dict.fromkeys(name for one in compared for name in one.by_engine))
    header = ["table", "depth", "rows", "features", "errors"]
    header += [f"{name}, s" for name in engines] + ["ratio", "exactree, MB", f"{MAIN_PEER}, MB"]
    rows = []
    for one in compared:
        some = list(one.by_engine.values())
        proven = next((m.errors for m in some if m.proven), None)
        known = next((m for m in some if m.rows is not None), some[0])
        rows.append(
            [short(one.table), one.depth, known.rows, known.features]
            + ["unproven" if proven is None else proven]
            + [cell(one.by_engine.get(name)) for name in engines]
            + [_bounded(one), megabytes(one.ours.peak_megabytes if one.ours else None)]
            + [megabytes(one.peer.peak_megabytes if one.peer else None)]
        )
    note = (
        "CPU seconds of the fit (the least of several fits where one is short); `>` means "
        "stopped at the limit. The ratio is to the better of the feature orders. MB is the "
        "most resident memory during the fit, interpreter and table included."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(compared: list[Comparison], goals: dict[str, float]) -> Figure | None:
    from .scatter import scatter

    shown = [one for one in compared if one.ours is not None and one.peer is not None]
    return scatter(shown, goals) if shown else None
