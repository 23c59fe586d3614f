"""What every report has, and the Markdown page it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure

from ..definition import Definition
from ..task import Measurement


@dataclass(frozen=True)
class Goal:
    """What was wanted, and what it came to."""

    wanted: str
    measured: str
    met: bool

    @property
    def verdict(self) -> str:
        return "met" if self.met else "**not met**"


@dataclass
class Report:
    """Goals, claims in words, the table behind them, a plot, and what went wrong."""

    goals: list[Goal]
    claims: list[str]
    table: str
    figure: Figure | None = None
    faults: list[str] = field(default_factory=list)
    """Wrong answers: what must never be."""

    @property
    def summary(self) -> str:
        said = [f"{goal.verdict}: {goal.wanted} ({goal.measured})" for goal in self.goals]
        return "\n".join(f"- {line}" for line in said + self.claims)


def page(definition: Definition, report: Report, machine: dict[str, str]) -> str:
    """The record's page, as Markdown."""
    parts = [f"# {definition.name}", definition.analysis, "## Goals"]
    judged = [[goal.wanted, goal.measured, goal.verdict] for goal in report.goals]
    parts.append(markdown_table(["goal", "measured", ""], judged))
    if report.claims:
        parts += ["## Result", "\n".join(f"- {claim}" for claim in report.claims)]
    if report.faults:
        parts += ["## Faults", "\n".join(f"- {fault}" for fault in report.faults)]
    if report.figure is not None:
        parts.append("![plot](plot.png)")
    parts += ["## Measurements", report.table]
    parts += ["## Machine", markdown_table(["what", "here"], machine.items())]
    return "\n\n".join(parts) + "\n"


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; every column but the first is aligned right."""
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("| --- |" + " ---: |" * (len(header) - 1))
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def seconds(value: float | None) -> str:
    """Three significant figures, which is more than a repeated run agrees on."""
    if value is None:
        return ""
    return f"{value:.4f}" if value < 0.1 else f"{value:.3g}" if value < 100 else f"{value:.0f}"


def megabytes(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def cell(measured: Measurement | None) -> str:
    """CPU seconds of a measurement, more than so many if it was stopped, or why there are none."""
    if measured is None:
        return ""
    if measured.proven:
        return seconds(measured.cpu_seconds)
    if measured.status == "stopped":
        return f"> {seconds(measured.cpu_seconds)}"
    return measured.status


def short(table: str) -> str:
    """`anneal` for `binary/anneal`, `30,000 x 50` for `made/30000x50`."""
    if table.startswith("made/"):
        rows, features = table.removeprefix("made/").split("x")
        return f"{int(rows):,} x {features}"
    return table.removeprefix("binary/").removeprefix("regression/")


def problem(measured: Measurement) -> str:
    """`anneal, depth 8`."""
    return f"{short(measured.table)}, depth {measured.depth}"
