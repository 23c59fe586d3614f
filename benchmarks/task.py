"""One thing to measure, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Task:
    """One engine on one table under one set of limits, in a process of its own."""

    engine: str
    table: str
    depth: int
    limit: float
    threads: int = 1
    objective: str = "errors"
    """What a tree is priced by; see `truth.py`. The engines of others than errors have a room."""
    penalty: float | None = None
    """The price of a leaf, as a share of the rows."""
    interrupt_after: float | None = None
    """Seconds after the fit began at which the process is sent SIGINT; None: never."""
    repeat_below: float = 1.0
    """Fits are repeated while they took fewer seconds than this in total."""
    most_fits: int = 7
    most_bytes: int = 16 << 30
    """Address space of the process; a solver that wants more is stopped there."""

    @property
    def solver(self) -> str:
        """The engine without its variant."""
        return self.engine.partition("/")[0]

    def __str__(self) -> str:
        said = f"{self.table} depth {self.depth} {self.engine} limit {self.limit:g} s"
        if self.objective != "errors":
            said += f" {self.objective}"
        if self.penalty is not None:
            said += f" {self.penalty:g}"
        if self.threads != 1:
            said += f" threads {self.threads}"
        if self.interrupt_after is not None:
            said += f" interrupted after {self.interrupt_after} s"
        return said


class Problem(NamedTuple):
    """What has one answer, whoever finds it."""

    table: str
    depth: int
    objective: str
    penalty: float | None


@dataclass
class Measurement:
    """What one task came to. Times are of the fit alone, in seconds."""

    engine: str
    table: str
    depth: int
    limit: float
    threads: int
    interrupt_after: float | None

    status: str
    """`proven`, `stopped` (by its own limit), `interrupted`, `killed` (overran twice its
    limit and more), `crashed`."""
    rows: int | None = None
    features: int | None = None
    errors: int | None = None
    """Training errors, counted here from the predictions."""
    claimed_errors: int | None = None
    fits: int = 0
    cpu_seconds: float | None = None
    """Least CPU time of the fits, all threads together."""
    cpu_median: float | None = None
    wall_seconds: float | None = None
    """Least wall time of the fits."""
    wall_longest: float | None = None
    peak_megabytes: float | None = None
    """Peak resident memory of the process during the fits."""
    before_megabytes: float | None = None
    """Resident memory just before: interpreter, libraries and the table."""
    latency: float | None = None
    """Seconds from SIGINT to the end of the fit."""
    predictions: str | None = None
    """A digest of the predictions on the training rows."""
    tree: str | None = None
    """A digest of the tree, where the engine shows it."""
    counts: str | None = None
    note: str | None = None
    objective: str = "errors"
    penalty: float | None = None
    cost: str | None = None
    """What its trees cost, counted here from the predictions, where the objective is not errors:
    one number, or one a size."""
    claimed_cost: str | None = None

    @property
    def solver(self) -> str:
        return self.engine.partition("/")[0]

    @property
    def proven(self) -> bool:
        return self.status == "proven"

    @property
    def problem(self) -> Problem:
        return Problem(self.table, self.depth, self.objective, self.penalty)

    @property
    def counted_costs(self) -> list[float] | None:
        """What its trees cost, as counted here."""
        return _numbers(self.errors, self.cost)

    @property
    def claimed_costs(self) -> list[float] | None:
        """What its trees cost, as it says."""
        return _numbers(self.claimed_errors, self.claimed_cost)


def _numbers(errors: int | None, cost: str | None) -> list[float] | None:
    if cost is not None:
        return [float(number) for number in cost.split()]
    return None if errors is None else [float(errors)]
