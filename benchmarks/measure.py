"""Runs one task in a process of its own and says what came of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .task import Measurement, Task

ROOT = Path(__file__).resolve().parents[1]
SAME = ("engine", "table", "depth", "limit", "threads", "objective", "penalty", "interrupt_after")
"""What a measurement repeats of its task."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
GRACE = 30.0
"""Seconds beyond twice the limit before a process is killed: start, loading, overruns."""
SIGINT_GRACE = 30.0
"""Seconds after SIGINT before a process that does not hear it is killed."""


def measure(task: Task) -> Measurement:
    """The measurement of one task; a crash or an overrun is a result, not an exception."""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", json.dumps(asdict(task))],
            cwd=ROOT,
            env=os.environ | ONE_THREAD,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        killer = threading.Timer(2 * task.limit + GRACE, process.kill)
        killer.start()
        try:
            said, interrupted_at = _listen(process, task)
            code = process.wait()
        finally:
            killer.cancel()
            process.kill()
        errors.seek(0)
        return _measurement(task, said, code, interrupted_at, errors.read())


def _listen(
    process: subprocess.Popen[str], task: Task
) -> tuple[dict[str, Any] | None, float | None]:
    """What the process says at the end, if it does, and when it was interrupted."""
    assert process.stdout is not None
    if process.stdout.readline().strip() != "fitting":
        return None, None
    interrupted_at = None
    timer = None
    if task.interrupt_after is not None:
        time.sleep(task.interrupt_after)
        interrupted_at = time.monotonic()
        process.send_signal(signal.SIGINT)
        timer = threading.Timer(SIGINT_GRACE, process.kill)
        timer.start()
    line = process.stdout.readline()
    if timer is not None:
        timer.cancel()
    return (json.loads(line) if line else None), interrupted_at


def _measurement(
    task: Task,
    said: dict[str, Any] | None,
    code: int,
    interrupted_at: float | None,
    errors: str,
) -> Measurement:
    same = {name: getattr(task, name) for name in SAME}
    if said is None:
        killed = code == -signal.SIGKILL
        last = errors.strip().splitlines()[-1:] or [f"exit code {code}"]
        return Measurement(
            **same, status="killed" if killed else "crashed", note=None if killed else last[0]
        )
    ended_at = said.pop("interrupted_at")
    if ended_at is not None and interrupted_at is not None:
        said["latency"] = ended_at - interrupted_at
    return Measurement(**same, **said)
