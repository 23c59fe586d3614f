"""The pages that read measurements, one a file: what is claimed, a table, a plot.

To add one, write a file with `read(measured, goals) -> Report` and name it in a definition.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from .. import record
from ..definition import Definition
from ..task import Measurement
from .busy import busy_claims
from .page import Report, page

__all__ = ["Report", "write"]


def write(definition: Definition, measured: list[Measurement], folder: Path) -> Report:
    """Writes the record's `README.md` and `plot.png`."""
    reader = importlib.import_module(f"{__name__}.{definition.report}")
    report: Report = reader.read(measured, definition.goals)
    report.claims += busy_claims(measured)
    if report.figure is not None:
        report.figure.savefig(folder / "plot.png", dpi=130)
    (folder / "README.md").write_text(page(definition, report, record.machine(folder)))
    return report
