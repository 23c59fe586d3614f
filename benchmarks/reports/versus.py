"""exactree beside its peers: how many times less CPU time the same proof takes."""

from __future__ import annotations

import math
from statistics import geometric_mean

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .comparison import MAIN_PEER, OURS, Comparison, charged, comparisons
from .page import Goal, Report, cell, markdown_table, megabytes, seconds, short
from .scatter import Point, scatter


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
    claims = [*_ratio_claims(counted), _faster_claim(compared)]
    claims += _unproven_claims(compared) + _overrun_claims(measured)
    claims += agreement.agreement_claims(measured)
    return Report(
        _goals(compared, counted, goals), claims, _table(compared), _figure(compared, least), faults
    )


def _goals(
    compared: list[Comparison], counted: list[Comparison], goals: dict[str, float]
) -> list[Goal]:
    least, wanted = goals["least_peer_seconds"], goals["least_ratio"]
    mean = geometric_mean(_ratios(counted)) if counted else math.nan
    is_bound = any(one.is_bound for one in counted) and all(
        one.ours is not None and one.ours.proven for one in counted
    )
    at_least = "at least " if is_bound else ""
    slower = sum(any(peer.solver == MAIN_PEER for peer in one.faster_peers()) for one in compared)
    return [
        Goal(
            f"at least {wanted:g} times less CPU time than {MAIN_PEER} at the better of its "
            f"orders (geometric mean where that needs {least:g} s or more)",
            f"{at_least}{mean:.0f} times, {len(counted)} problems" if counted else "no problem",
            mean >= wanted,
        ),
        Goal(
            f"slower than {MAIN_PEER} on no more than {goals['most_slower']:g} problems, "
            f"however short",
            f"{slower} of {len(compared)}",
            slower <= goals["most_slower"],
        ),
    ]


def _ratios(compared: list[Comparison]) -> list[float]:
    return [math.nan if one.ratio is None else one.ratio for one in compared]


def _ratio_claims(counted: list[Comparison]) -> list[str]:
    if not counted:
        return []
    claims = []
    finished = [one for one in counted if not one.is_bound]
    if len(finished) < len(counted):
        claims.append(
            f"On {len(counted) - len(finished)} problems {MAIN_PEER} was stopped at its limit; "
            f"they count as if it had finished just then. The mean over the others is "
            f"{_mean(finished)}."
        )
    by_depth = [
        f"depth {depth}: {_mean([one for one in counted if one.depth == depth])}"
        for depth in sorted({one.depth for one in counted})
    ]
    weakest = min(counted, key=lambda one: one.ratio or math.nan)
    strongest = max(counted, key=lambda one: one.ratio or math.nan)
    return [
        *claims,
        f"By depth: {'; '.join(by_depth)}.",
        f"Least ratio: {_ratio(weakest)} ({weakest}). Highest: {_ratio(strongest)} ({strongest}).",
    ]


def _faster_claim(compared: list[Comparison]) -> str:
    """Over all problems, those that take no time included."""
    faster = [
        f"{one} ({peer.engine} {seconds(charged(peer))} s, {OURS} {cell(one.ours)} s)"
        for one in compared
        for peer in one.faster_peers()
    ]
    return f"Where a peer was faster: {'; '.join(faster) or 'nowhere'}."


def _unproven_claims(compared: list[Comparison]) -> list[str]:
    unproven = [one for one in compared if one.ours is not None and not one.ours.proven]
    nobody = [str(one) for one in unproven if not any(m.proven for m in one.by_engine.values())]
    others = [str(one) for one in unproven if str(one) not in nobody]
    claims = []
    if nobody:
        claims.append(f"Proven by nobody within the limit: {'; '.join(nobody)}.")
    if others:
        claims.append(f"Proven by a peer, but not by {OURS}, in time: {'; '.join(others)}.")
    return claims


def _overrun_claims(measured: list[Measurement]) -> list[str]:
    over = [
        f"{one.engine} on {short(one.table)} at depth {one.depth} "
        + ("(killed)" if one.status == "killed" else f"({one.wall_longest:.1f} s)")
        for one in measured
        if one.status == "killed" or (one.wall_longest or 0.0) > one.limit + 1.0
    ]
    return [f"Overran their time limit by more than a second: {'; '.join(over)}."] if over else []


def _mean(compared: list[Comparison]) -> str:
    if not compared:
        return "none"
    return f"{geometric_mean(_ratios(compared)):.0f} ({len(compared)} problems)"


def _ratio(one: Comparison) -> str:
    if one.ratio is None:
        return ""
    digits = 0 if one.ratio >= 100 else 1
    return f"{'> ' if one.is_bound else ''}{one.ratio:.{digits}f}"


def _table(compared: list[Comparison]) -> str:
    engines = list(dict.fromkeys(name for one in compared for name in one.by_engine))
    header = ["table", "depth", "rows", "features", "errors"]
    header += [f"{name}, s" for name in engines] + ["ratio", f"{OURS}, MB", f"{MAIN_PEER}, MB"]
    rows = []
    for one in compared:
        some = list(one.by_engine.values())
        proven = next((m.errors for m in some if m.proven), None)
        known = next((m for m in some if m.rows is not None), some[0])
        rows.append(
            [
                short(one.table),
                one.depth,
                known.rows,
                known.features,
                "unproven" if proven is None else proven,
                *(cell(one.by_engine.get(name)) for name in engines),
                _ratio(one),
                megabytes(one.ours.peak_megabytes if one.ours else None),
                megabytes(one.peer.peak_megabytes if one.peer else None),
            ]
        )
    note = (
        "CPU seconds of the fit (the least of several fits where one is short); `>` means "
        f"stopped at the limit. The ratio is to the better of {MAIN_PEER}'s orders. MB is the "
        "most resident memory during the fit, interpreter and table included."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(compared: list[Comparison], least: float) -> Figure | None:
    solvers = dict.fromkeys(m.solver for one in compared for m in one.by_engine.values())
    panels: dict[str, list[Point]] = {}
    for solver in (name for name in solvers if name != OURS):
        points = [
            Point(one.depth, charged(one.ours), charged(peer), stopped=not peer.proven)
            for one in compared
            if one.ours is not None and (peer := one.of(solver)) is not None
            if one.ours.proven or peer.proven
            if math.isfinite(charged(peer)) and math.isfinite(charged(one.ours))
        ]
        if points:
            panels[solver] = points
    return scatter(panels, least) if panels else None
