"""Resident memory of this process: now, and at most since a given moment."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

PROC = Path("/proc/self")


def reset_peak() -> None:
    """From here on the peak is counted anew, where the system can (Linux)."""
    try:
        (PROC / "clear_refs").write_text("5")
    except OSError:
        return


def peak_megabytes() -> float:
    """The most since `reset_peak`, or since the process began where that cannot be told."""
    told = _status("VmHWM")
    if told is not None:
        return told
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def resident_megabytes() -> float | None:
    return _status("VmRSS")


def limit_address_space(most_bytes: int) -> None:
    """A solver that wants more gets a failed allocation instead of the machine's last page."""
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, resource.RLIM_INFINITY))


def _status(field: str) -> float | None:
    try:
        lines = (PROC / "status").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024 / 1e6
    return None
