"""The hardest proofs: whether each is done in time and in memory."""

from __future__ import annotations

from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .page import Goal, Report, cell, markdown_table, megabytes, problem
from .plot import ORANGE, Panel, bars


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    proven = [one for one in measured if one.proven]
    faults = agreement.faults(measured)
    claims = agreement.agreement_claims(measured)
    return Report(_goals(measured, goals), claims, _table(measured), _figure(proven, goals), faults)


def _goals(measured: list[Measurement], goals: dict[str, float]) -> list[Goal]:
    most_seconds, most_megabytes = goals["most_seconds"], goals["most_megabytes"]
    in_time = [one for one in measured if one.proven and (one.cpu_seconds or 0.0) < most_seconds]
    in_memory = [one for one in measured if (one.peak_megabytes or 0.0) < most_megabytes]
    slowest = max((one.cpu_seconds or 0.0 for one in measured), default=0.0)
    largest = max((one.peak_megabytes or 0.0 for one in measured), default=0.0)
    return [
        Goal(
            f"each proven in under {most_seconds:g} s of CPU time",
            f"{len(in_time)} of {len(measured)}, at most {slowest:.1f} s",
            len(in_time) == len(measured),
        ),
        Goal(
            f"each in under {most_megabytes:g} MB",
            f"{len(in_memory)} of {len(measured)}, at most {largest:.0f} MB",
            len(in_memory) == len(measured),
        ),
    ]


def _table(measured: list[Measurement]) -> str:
    header = ["problem", "rows", "features", "errors", "CPU, s", "MB", "before, MB", "counts"]
    rows = [
        [
            problem(one),
            one.rows,
            one.features,
            one.errors if one.proven else "unproven",
            cell(one),
            megabytes(one.peak_megabytes),
            megabytes(one.before_megabytes),
            one.counts or "",
        ]
        for one in measured
    ]
    note = (
        "CPU seconds of the fit (the least of its repetitions); `>` means stopped at the limit. MB "
        "is the most resident memory during the fit, *before* what the interpreter, its libraries "
        "and the table take already. The counts do not depend on the machine."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(proven: list[Measurement], goals: dict[str, float]) -> Figure | None:
    if not proven:
        return None
    seconds = [one.cpu_seconds or 0.0 for one in proven]
    peaks = [one.peak_megabytes or 0.0 for one in proven]
    return bars(
        [problem(one) for one in proven],
        [
            Panel(
                f"CPU seconds (goal: under {goals['most_seconds']:g})",
                seconds,
                [f"{value:.1f}" for value in seconds],
                goals["most_seconds"],
            ),
            Panel(
                f"peak megabytes (goal: under {goals['most_megabytes']:g})",
                peaks,
                [f"{value:.0f}" for value in peaks],
                goals["most_megabytes"],
                ORANGE,
            ),
        ],
    )
