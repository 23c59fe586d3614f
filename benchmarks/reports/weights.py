"""What weights of rows cost: each search with them beside the same without."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import geometric_mean

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .comparison import OURS, charged
from .page import Goal, Report, cell, markdown_table, problem
from .plot import ORANGE, Panel, bars

LONG = 1e-3
"""Seconds without weights from which on the search, not the reading of the table, takes most."""


@dataclass(frozen=True)
class Pair:
    """The same table and depth with weights and without, both proven."""

    weighted: Measurement
    plain: Measurement

    @property
    def time_ratio(self) -> float:
        return charged(self.weighted) / charged(self.plain)

    @property
    def call_ratio(self) -> float:
        """Of kernel calls, as the machine has no part in them; one more each, as none is none."""
        return (_calls(self.weighted) + 1) / (_calls(self.plain) + 1)

    def __str__(self) -> str:
        return problem(self.plain)


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    pairs = _pairs(measured)
    claims = []
    if pairs:
        weakest = max(pairs, key=lambda pair: pair.time_ratio)
        long = [pair.time_ratio for pair in pairs if charged(pair.plain) >= LONG]
        claims = [
            f"Where the search without weights takes {1e3 * LONG:g} ms or more: "
            f"{_mean(long):.1f} times ({len(long)} tables).",
            f"Kernel calls: {_mean([pair.call_ratio for pair in pairs]):.2f} times as many "
            f"(geometric mean).",
            f"Highest ratio of CPU time: {weakest.time_ratio:.1f} ({weakest}); "
            f"{sum(pair.time_ratio > goals['most_ratio'] for pair in pairs)} of {len(pairs)} are "
            f"above {goals['most_ratio']:g}.",
        ]
    by_plain = {pair.plain.problem for pair in pairs}
    unproven = [
        problem(one)
        for one in measured
        if one.solver == OURS and one.objective == "errors" and one.problem not in by_plain
    ]
    if unproven:
        claims.append(f"Not proven both ways within the limit: {'; '.join(unproven)}.")
    claims += agreement.agreement_claims(measured)
    return Report(
        [_goal(pairs, goals["most_ratio"])],
        claims,
        _table(pairs, measured),
        _figure(pairs, goals["most_ratio"]),
        agreement.faults(measured),
    )


def _pairs(measured: list[Measurement]) -> list[Pair]:
    ours = {one.problem: one for one in measured if one.solver == OURS and one.proven}
    return [
        Pair(one, ours[plain])
        for key, one in ours.items()
        if key.objective == "weights" and (plain := key._replace(objective="errors")) in ours
    ]


def _goal(pairs: list[Pair], most: float) -> Goal:
    mean = _mean([pair.time_ratio for pair in pairs])
    return Goal(
        f"with weights at most {most:g} times the CPU time without (geometric mean)",
        f"{mean:.2f} times, {len(pairs)} tables" if pairs else "no table",
        mean <= most,
    )


def _mean(ratios: list[float]) -> float:
    return geometric_mean(ratios) if ratios else math.nan


def _calls(one: Measurement) -> int:
    counts = dict(count.split("=") for count in (one.counts or "").split())
    return int(counts.get("kernel_calls", 0))


def _table(pairs: list[Pair], measured: list[Measurement]) -> str:
    peers = {one.problem: one for one in measured if one.solver != OURS}
    header = ["problem", "rows", "features", "weight of errors", "without, s", "with, s", "ratio"]
    header += ["calls without", "calls with", "ratio of calls"]
    header += sorted({f"{one.engine} with, s" for one in peers.values()})
    rows = [
        [
            pair,
            pair.plain.rows,
            pair.plain.features,
            f"{(pair.weighted.counted_costs or [math.nan])[0]:.6g}",
            cell(pair.plain),
            cell(pair.weighted),
            f"{pair.time_ratio:.1f}",
            _calls(pair.plain),
            _calls(pair.weighted),
            f"{pair.call_ratio:.2f}",
            *([cell(peers.get(pair.weighted.problem))] if peers else []),
        ]
        for pair in pairs
    ]
    note = (
        "CPU seconds of the fit (the least of several fits where one is short); `>` means stopped "
        "at the limit. Calls are of the kernel, and do not depend on the machine."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(pairs: list[Pair], most: float) -> Figure | None:
    if not pairs:
        return None
    times = [pair.time_ratio for pair in pairs]
    calls = [pair.call_ratio for pair in pairs]
    return bars(
        [str(pair) for pair in pairs],
        [
            Panel(
                f"ratio of CPU time (goal: {most:g} or less)",
                times,
                [f"{value:.1f}" for value in times],
                most,
            ),
            Panel(
                "ratio of kernel calls", calls, [f"{value:.2f}" for value in calls], None, ORANGE
            ),
        ],
    )
