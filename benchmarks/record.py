"""A dated folder for each run: raw measurements, the machine's facts, a page, a plot."""

from __future__ import annotations

import csv
import dataclasses
import json
import types
import typing
from datetime import datetime, timezone
from pathlib import Path

from .task import Measurement

FOLDER = Path(__file__).with_name("record")
FIELDS = [field.name for field in dataclasses.fields(Measurement)]


def new_folder(records: Path, name: str) -> Path:
    """`<date>-<name>`, with a number behind it when the day already has one."""
    today = datetime.now(timezone.utc).date()
    number = 1
    while (folder := records / f"{today}-{name}{'' if number == 1 else f'-{number}'}").exists():
        number += 1
    folder.mkdir(parents=True)
    with (folder / "measurements.csv").open("w", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerow(FIELDS)
    return folder


def append(folder: Path, measured: Measurement) -> None:
    """Adds one line to the raw measurements."""
    with (folder / "measurements.csv").open("a", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerow(
            _cell(getattr(measured, name)) for name in FIELDS
        )


def measurements(folder: Path) -> list[Measurement]:
    """The raw measurements of a record; fields that are younger than it have their defaults."""
    kinds = typing.get_type_hints(Measurement)
    with (folder / "measurements.csv").open(newline="") as lines:
        return [
            Measurement(**{name: _value(kinds[name], row[name]) for name in FIELDS if name in row})
            for row in csv.DictReader(lines)
        ]


def write_machine(folder: Path, facts: dict[str, str]) -> None:
    (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n")


def machine(folder: Path) -> dict[str, str]:
    facts: dict[str, str] = json.loads((folder / "machine.json").read_text())
    return facts


def _cell(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value


def _value(kind: type, cell: str) -> object:
    if isinstance(kind, types.UnionType):
        if cell == "":
            return None
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    return kind(cell)
