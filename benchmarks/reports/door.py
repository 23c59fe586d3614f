"""The time that a table of all kinds of columns takes before any search."""

from __future__ import annotations

from ..task import Measurement
from .page import Goal, Report, cell, markdown_table, megabytes


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    faults = [
        f"{one.engine}: {one.errors} errors, not the {one.claimed_errors} that it claims"
        for one in measured
        if one.errors != one.claimed_errors
    ]
    return Report(
        [_goal(one, goals["most_seconds"]) for one in measured], [], _table(measured), None, faults
    )


def _goal(one: Measurement, most: float) -> Goal:
    fast = one.proven and (one.cpu_seconds or 0.0) < most
    return Goal(f"{_holder(one)}: under {most:g} s of CPU time", f"{cell(one)} s", fast)


def _holder(one: Measurement) -> str:
    return one.engine.partition("/")[2]


def _table(measured: list[Measurement]) -> str:
    header = ["held by", "rows", "columns", "counts", "CPU, s", "wall, s", "MB", "before, MB"]
    rows = [
        [
            _holder(one),
            one.rows,
            one.features,
            one.counts or "",
            cell(one),
            "" if one.wall_seconds is None else f"{one.wall_seconds:.3g}",
            megabytes(one.peak_megabytes),
            megabytes(one.before_megabytes),
        ]
        for one in measured
    ]
    return markdown_table(header, rows)
