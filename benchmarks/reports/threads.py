"""One thread and two: how much sooner the same tree is there, and what the sharing costs."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import geometric_mean

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .page import Goal, Report, markdown_table, problem, seconds
from .plot import ORANGE, Panel, bars


@dataclass(frozen=True)
class Pair:
    """The same search with one thread and with two, both proven."""

    one: Measurement
    two: Measurement

    @property
    def speedup(self) -> float:
        return _wall(self.one) / _wall(self.two)

    @property
    def overhead(self) -> float:
        """CPU time of two threads over that of one."""
        return (self.two.cpu_seconds or 0.0) / (self.one.cpu_seconds or 1.0)

    @property
    def same(self) -> bool:
        return (self.one.tree, self.one.predictions) == (self.two.tree, self.two.predictions)

    def __str__(self) -> str:
        return problem(self.one)


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    pairs = _pairs(measured)
    judged = [pair for pair in pairs if _wall(pair.one) >= goals["least_seconds"]]
    different = [pair for pair in pairs if not pair.same]
    faults = agreement.faults(measured)
    faults += [f"{pair}: one thread and two do not find the same tree" for pair in different]
    unproven = [f"{problem(one)} ({one.threads} threads)" for one in measured if not one.proven]
    claims = [f"Not proven within the limit: {'; '.join(unproven)}."] if unproven else []
    if judged:
        claims.insert(
            0,
            f"Geometric mean over those {len(judged)}: "
            f"{geometric_mean([pair.speedup for pair in judged]):.2f} times sooner, with "
            f"{geometric_mean([pair.overhead for pair in judged]):.2f} times the CPU time.",
        )
    claims += agreement.agreement_claims(measured)
    return Report(
        _goals(pairs, judged, goals), claims, _table(pairs), _figure(judged, goals), faults
    )


def _goals(pairs: list[Pair], judged: list[Pair], goals: dict[str, float]) -> list[Goal]:
    wanted = goals["least_speedup"]
    reached = sum(pair.speedup >= wanted for pair in judged)
    least = min((pair.speedup for pair in judged), default=0.0)
    same = sum(pair.same for pair in pairs)
    return [
        Goal(
            f"searches over {goals['least_seconds']:g} s end at least {wanted:g} times sooner "
            f"with two threads",
            f"{reached} of {len(judged)}, at least {least:.2f} times",
            bool(judged) and reached == len(judged),
        ),
        Goal(
            "the same tree and the same predictions for any number of threads",
            f"{same} of {len(pairs)}",
            bool(pairs) and same == len(pairs),
        ),
    ]


def _pairs(measured: list[Measurement]) -> list[Pair]:
    proven = {(one.table, one.depth, one.threads): one for one in measured if one.proven}
    return [
        Pair(one, proven[table, depth, 2])
        for (table, depth, threads), one in proven.items()
        if threads == 1 and (table, depth, 2) in proven
    ]


def _wall(one: Measurement) -> float:
    return one.wall_seconds or float("nan")


def _table(pairs: list[Pair]) -> str:
    header = ["problem", "1 thread, s", "2 threads, s", "times sooner"]
    header += ["1 thread, CPU s", "2 threads, CPU s", "CPU ratio", "same tree"]
    rows = [
        [
            pair,
            seconds(_wall(pair.one)),
            seconds(_wall(pair.two)),
            f"{pair.speedup:.2f}",
            seconds(pair.one.cpu_seconds),
            seconds(pair.two.cpu_seconds),
            f"{pair.overhead:.2f}",
            "yes" if pair.same else "**no**",
        ]
        for pair in pairs
    ]
    note = "Seconds on the wall clock, the least of the fits; CPU seconds of all threads together."
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(judged: list[Pair], goals: dict[str, float]) -> Figure | None:
    if not judged:
        return None
    speedups = [pair.speedup for pair in judged]
    overheads = [pair.overhead for pair in judged]
    return bars(
        [str(pair) for pair in judged],
        [
            Panel(
                f"times sooner with two threads (goal: {goals['least_speedup']:g} or more)",
                speedups,
                [f"{value:.2f}" for value in speedups],
                goals["least_speedup"],
            ),
            Panel(
                "CPU time of two threads over that of one",
                overheads,
                [f"{value:.2f}" for value in overheads],
                colour=ORANGE,
            ),
        ],
    )
