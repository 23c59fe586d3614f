"""The process in which one task is measured: `python -m benchmarks.worker TASK`.

Loads the table in the form the solver wants, then times the fit and nothing else.
Says `fitting` when the first fit begins and one JSON object at the end, on the standard
output as it was at the start; what the solvers print goes nowhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import statistics
import sys
import time
import warnings
from collections.abc import Sequence
from typing import IO, Any

from .data import load, row_weights
from .engines import Engine, Limits, make_engine
from .memory import limit_address_space, peak_megabytes, reset_peak, resident_megabytes
from .task import Task
from .truth import Truth


def measure(task: Task, say: IO[str]) -> dict[str, Any]:
    """Everything about the task's fits that only this process can know."""
    limits = Limits(task.depth, task.limit, task.threads, task.penalty or 0.0)
    engine = make_engine(task.engine, limits, task.objective)
    features, labels = load(task.table)
    weights = row_weights(len(labels)) if task.objective == "weights" else None
    x = engine.features(features)
    answers = engine.answers(labels, weights)
    said: dict[str, Any] = {"rows": x.shape[0], "features": x.shape[1]}
    del features

    limit_address_space(task.most_bytes)
    reset_peak()
    said["before_megabytes"] = resident_megabytes()
    cpu: list[float] = []
    wall: list[float] = []
    interrupted_at: float | None = None
    print("fitting", file=say, flush=True)
    while True:
        model = engine.model()
        wall_before, cpu_before = time.monotonic(), time.process_time()
        try:
            model.fit(x, *answers)
        except KeyboardInterrupt:
            interrupted_at = time.monotonic()
        cpu.append(time.process_time() - cpu_before)
        wall.append(time.monotonic() - wall_before)
        if interrupted_at is not None or task.interrupt_after is not None:
            break
        if not engine.finished(model):
            break
        if sum(wall) >= task.repeat_below or len(wall) >= task.most_fits:
            break
    said |= {
        "fits": len(cpu),
        "cpu_seconds": min(cpu),
        "cpu_median": statistics.median(cpu),
        "wall_seconds": min(wall),
        "wall_longest": max(wall),
        "peak_megabytes": peak_megabytes(),
        "interrupted_at": interrupted_at,
    }
    if interrupted_at is not None:
        return said | {"status": "interrupted"}
    said["status"] = "proven" if engine.finished(model) else "stopped"
    truth = Truth(task.objective, labels, weights, limits.penalty)
    said |= _costs(engine, engine.trees(model), x, truth)
    tree = engine.tree(model)
    said["tree"] = None if tree is None else _digest(tree)
    counts = engine.counts(model)
    said["counts"] = " ".join(f"{name}={count}" for name, count in counts.items()) or None
    return said


def _costs(engine: Engine, trees: Sequence[Any], x: Any, truth: Truth) -> dict[str, Any]:
    """What the trees cost, as claimed and as counted from their predictions."""
    claimed = [engine.claimed_cost(tree, x.shape[0]) for tree in trees]
    if None in claimed:
        return {}
    predicted = [engine.predict(tree, x).astype(truth.labels.dtype) for tree in trees]
    counted = [
        truth.cost(answers, engine.leaves(tree) if truth.penalty else 0)
        for answers, tree in zip(predicted, trees, strict=True)
    ]
    said = {"predictions": _digest(b"".join(answers.tobytes() for answers in predicted))}
    if truth.objective == "errors":
        return said | {"claimed_errors": round(claimed[0]), "errors": round(counted[0])}
    return said | {"claimed_cost": _listed(claimed), "cost": _listed(counted)}


def _listed(costs: Sequence[float]) -> str:
    return " ".join(f"{cost:.12g}" for cost in costs)


def _digest(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()[:16]


def main() -> None:
    # A shell that runs the benchmarks in the background has SIGINT ignored in its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    warnings.simplefilter("ignore")
    say = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    said = measure(Task(**json.loads(sys.argv[1])), say)
    print(json.dumps(said), file=say, flush=True)


if __name__ == "__main__":
    main()
