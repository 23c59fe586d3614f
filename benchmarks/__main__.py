"""`python -m benchmarks NAME`: runs a definition and keeps a dated record of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import record, reports
from .definition import Definition, Narrowing, definition_names, read
from .machine import facts
from .measure import measure
from .task import Measurement


def main() -> int:
    chosen = _parser().parse_args()
    narrowing = Narrowing(
        limit=chosen.limit,
        depths=_tuple(chosen.depths),
        tables=_tuple(name if "/" in name else f"binary/{name}" for name in chosen.tables or ()),
        engines=_tuple(chosen.engines),
    )
    if chosen.again is not None:
        definition = read(chosen.definition, Narrowing())
        return _report(definition, chosen.again, record.measurements(chosen.again))
    definition = read(chosen.definition, narrowing)
    folder = record.new_folder(chosen.records, chosen.name or definition.name)
    record.write_machine(folder, facts(definition))
    return _report(definition, folder, _run(definition, folder))


def _run(definition: Definition, folder: Path) -> list[Measurement]:
    """Measures every task in turn; each result is on disk before the next task begins."""
    done: list[Measurement] = []
    for number, task in enumerate(definition.tasks, start=1):
        measured = measure(task)
        done.append(measured)
        record.append(folder, measured)
        seconds = measured.cpu_seconds
        print(
            f"[{number}/{len(definition.tasks)}] {task}: {measured.status}",
            "" if seconds is None else f"{seconds:.4f} s, {_told(measured)}",
            measured.note or "",
            flush=True,
        )
    return done


def _told(measured: Measurement) -> str:
    if measured.objective == "errors":
        return f"{measured.errors} errors"
    return f"cost {measured.cost}"


def _report(definition: Definition, folder: Path, measured: list[Measurement]) -> int:
    """Writes the page and the plot; the exit code says whether what must hold holds."""
    report = reports.write(definition, measured, folder)
    print(report.summary)
    print(f"record: {folder}")
    for fault in report.faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    return 1 if report.faults else 0


def _tuple(values: object) -> tuple | None:  # type: ignore[type-arg]
    return tuple(values) or None if values is not None else None  # type: ignore[call-overload]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    add = parser.add_argument
    add("definition", choices=definition_names())
    add("--limit", type=float, metavar="S", help="time limit of every fit, in seconds")
    add("--depths", type=int, nargs="+", metavar="D", help="only these depths")
    add("--tables", nargs="+", metavar="NAME", help="only these tables")
    add("--engines", nargs="+", metavar="NAME", help="only these engines (or solvers)")
    add("--name", help="the record's name, instead of the definition's")
    add("--records", type=Path, default=record.FOLDER, help="where records are kept")
    add("--again", type=Path, metavar="RECORD", help="run nothing; report this record anew")
    return parser


if __name__ == "__main__":
    sys.exit(main())
