"""Reads a definition: what is run, on which tables, under which limits."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .data import table_names
from .task import Task

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).with_name("definitions")


@dataclass(frozen=True)
class Narrowing:
    """What the command line takes out of a definition, or changes in it."""

    limit: float | None = None
    depths: tuple[int, ...] | None = None
    tables: tuple[str, ...] | None = None
    engines: tuple[str, ...] | None = None

    def keeps(self, task: Task) -> bool:
        return (
            (self.depths is None or task.depth in self.depths)
            and (self.tables is None or task.table in self.tables)
            and (self.engines is None or bool({task.engine, task.solver} & set(self.engines)))
        )

    def __str__(self) -> str:
        """The options that narrow in this way."""
        said = [] if self.limit is None else [f"--limit {self.limit:g}"]
        for option in ("depths", "tables", "engines"):
            values = getattr(self, option)
            if values is not None:
                said.append(" ".join([f"--{option}", *map(str, values)]))
        return " ".join(said)


@dataclass(frozen=True)
class Definition:
    """A named list of tasks, with the report that reads their results."""

    name: str
    analysis: str
    report: str
    goals: dict[str, float]
    command: str
    """What was typed to run it."""
    tasks: tuple[Task, ...]


def definition_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read(name: str, narrowing: Narrowing) -> Definition:
    """The definition of this name, with its tasks in the order in which they are run:
    by depth, table as first named, and penalty; the engines take turns on each."""
    said = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    tasks = [
        task
        for bench in said["bench"]
        for task in _tasks(said.get("defaults", {}) | bench, narrowing.limit)
        if narrowing.keeps(task)
    ]
    if not tasks:
        raise SystemExit(f"nothing of {name} is left by {narrowing}")
    # The sort is stable: within a problem the definition's order stands.
    named = list(dict.fromkeys(task.table for task in tasks))
    tasks.sort(key=lambda task: (task.depth, named.index(task.table), task.penalty or 0.0))
    return Definition(
        name=name,
        analysis=said["analysis"].strip(),
        report=said["report"],
        goals=said["goals"],
        command=f"python -m benchmarks {name} {narrowing}".rstrip(),
        tasks=tuple(tasks),
    )


def _tasks(bench: dict[str, Any], limit: float | None) -> Iterator[Task]:
    limits = [limit] if limit is not None else bench["limits"]
    for table in (name for pattern in bench["tables"] for name in table_names(pattern)):
        for depth in bench["depths"]:
            for seconds in limits:
                for varied in _varied(bench):
                    for engine in bench["engines"]:
                        yield Task(
                            engine=engine,
                            table=table,
                            depth=depth,
                            limit=float(seconds),
                            objective=bench.get("objective", "errors"),
                            **varied,
                            **bench.get("repeat", {}),
                        )


def _varied(bench: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every combination of what a bench may give several values of, and need not."""
    for threads in bench.get("threads", [1]):
        for penalty in bench.get("penalties", [None]):
            for interrupt_after in bench.get("interrupt_after", [None]):
                yield {"threads": threads, "penalty": penalty, "interrupt_after": interrupt_after}
