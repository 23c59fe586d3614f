"""Taller and taller tables: how time and memory grow with the rows."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .page import Goal, Report, cell, markdown_table, megabytes, problem
from .plot import BLUE, GOAL_LINE, GREY, ORANGE, figure


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    proven = sorted((one for one in measured if one.proven), key=_rows)
    faults = agreement.faults(measured)
    claims = agreement.agreement_claims(measured)
    if not proven:
        return Report([], ["Nothing was proven."], _table(measured), None, faults)
    return Report(
        _goals(measured, proven, goals), claims, _table(measured), _figure(proven, goals), faults
    )


def _goals(
    measured: list[Measurement], proven: list[Measurement], goals: dict[str, float]
) -> list[Goal]:
    tallest = max(measured, key=_rows)
    seconds, peak = tallest.cpu_seconds or 0.0, tallest.peak_megabytes or 0.0
    judged = [
        Goal(
            f"{_rows(tallest):,} rows proven in under {goals['most_seconds']:g} s of CPU time",
            f"{cell(tallest)} s",
            tallest.proven and seconds < goals["most_seconds"],
        ),
        Goal(
            f"{_rows(tallest):,} rows in under {goals['most_megabytes']:g} MB",
            f"{peak:.0f} MB",
            tallest.proven and peak < goals["most_megabytes"],
        ),
    ]
    if len(proven) > 1:
        slope, _ = _line(proven)
        wanted = goals["most_slope"]
        judged.insert(
            0, Goal(f"linear growth: slope at most {wanted:g}", f"{slope:.2f}", slope <= wanted)
        )
    return judged


def _rows(one: Measurement) -> int:
    return one.rows or 0


def _nanoseconds_a_row(one: Measurement) -> str:
    if one.cpu_seconds is None or not one.rows:
        return ""
    return f"{1e9 * one.cpu_seconds / one.rows:.0f}"


def _line(proven: list[Measurement]) -> tuple[float, float]:
    """Slope and height of the straight line through the logarithms."""
    rows = np.log([_rows(one) for one in proven])
    times = np.log([one.cpu_seconds or np.nan for one in proven])
    slope, height = np.polyfit(rows, times, 1)
    return float(slope), float(height)


def _table(measured: list[Measurement]) -> str:
    header = ["problem", "rows", "errors", "CPU, s", "ns a row", "MB", "before, MB"]
    rows = [
        [
            problem(one),
            one.rows,
            one.errors if one.proven else "unproven",
            cell(one),
            _nanoseconds_a_row(one),
            megabytes(one.peak_megabytes),
            megabytes(one.before_megabytes),
        ]
        for one in measured
    ]
    note = (
        "CPU seconds of the fit, checks of the table and packing included (the least of several "
        "fits where one is short). MB is the most resident memory during the fit, *before* what "
        "the interpreter, its libraries and the table take already."
    )
    return f"{note}\n\n{markdown_table(header, rows)}"


def _figure(proven: list[Measurement], goals: dict[str, float]) -> Figure:
    rows = np.array([_rows(one) for one in proven], dtype=float)
    made, (times, memory) = figure(10.4, 4.2, 2)
    if len(proven) > 1:
        slope, height = _line(proven)
        times.plot(
            rows,
            np.exp(height) * rows**slope,
            color=GREY,
            linewidth=1,
            zorder=0,
            label=f"slope {slope:.2f}",
        )
    times.plot(rows, [one.cpu_seconds or np.nan for one in proven], "o", color=BLUE, markersize=7)
    times.set(xscale="log", yscale="log", xlabel="rows")
    times.axhline(goals["most_seconds"], **GOAL_LINE, label="goal for the tallest table: below")
    times.set_title("CPU seconds", loc="left", fontsize=11)
    times.legend(frameon=False, fontsize=9)
    memory.plot(
        rows,
        [one.peak_megabytes or np.nan for one in proven],
        "o-",
        color=ORANGE,
        markersize=7,
        label="during the fit",
    )
    memory.plot(
        rows,
        [one.before_megabytes or np.nan for one in proven],
        "o-",
        color=GREY,
        markersize=5,
        linewidth=1,
        label="before: interpreter and table",
    )
    memory.axhline(goals["most_megabytes"], **GOAL_LINE, label="goal for the tallest table: below")
    memory.set(xscale="log", xlabel="rows")
    memory.set_ylim(bottom=0)
    memory.set_title("peak megabytes", loc="left", fontsize=11)
    memory.legend(frameon=False, fontsize=9)
    return made
