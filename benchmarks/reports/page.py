"""What every report has, and the Markdown page it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure

from ..definition import Definition
from ..task import Measurement


@dataclass
class Report:
    """Claims in words, the table behind them, a plot, and what went wrong."""

    claims: list[str]
    table: str
    figure: Figure | None = None
    faults: list[str] = field(default_factory=list)
    """Wrong answers: what must never be."""

    @property
    def summary(self) -> str:
        return "\n".join(f"- {claim}" for claim in self.claims)


def page(definition: Definition, report: Report, machine: dict[str, str]) -> str:
    """The record's page, as Markdown."""
    parts = [f"# {definition.name}", definition.analysis, "## Result", report.summary]
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
    """CPU seconds of a measurement, or why there are none."""
    if measured is None:
        return ""
    if measured.proven:
        return seconds(measured.cpu_seconds)
    if measured.status in ("stopped", "killed"):
        return f"> {measured.limit:g}"
    return measured.status


def short(table: str) -> str:
    """`anneal` for `binary/anneal`."""
    return table.removeprefix("binary/")
