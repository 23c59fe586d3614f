"""What a reader must know of the machine and the versions behind a record."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path

from .definition import Definition
from .engines import engine_package

VECTOR_FLAGS = {"avx512_vpopcntdq": "AVX-512 VPOPCNTDQ", "avx2": "AVX2", "asimd": "NEON"}


def facts(definition: Definition) -> dict[str, str]:
    """Machine and versions, in the order in which the page shows them."""
    model, flags = _processor()
    said = {
        "command": f"`{definition.command}`",
        "begun": f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC",
        "processor": model,
        "cores": str(os.cpu_count()),
        "vector instructions": ", ".join(
            name for flag, name in VECTOR_FLAGS.items() if flag in flags
        )
        or "unknown",
        "memory": _memory(),
        "load when it began": f"{os.getloadavg()[0]:.2f}",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "numpy": _version("numpy"),
        "scikit-learn": _version("scikit-learn"),
    }
    for package in dict.fromkeys(engine_package(task.engine) for task in definition.tasks):
        said[package] = _version(package)
    said["commit"] = _commit()
    return said


def _processor() -> tuple[str, set[str]]:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine(), set()
    said = dict(line.split(":", 1) for line in reversed(lines) if ":" in line)
    said = {name.strip(): value.strip() for name, value in said.items()}
    model = said.get("model name", platform.machine())
    family = ", ".join(f"{key} {said[key]}" for key in ("cpu family", "model") if key in said)
    flags = set(said.get("flags", said.get("Features", "")).split())
    return (f"{model} ({family})" if family else model), flags


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return "unknown"
    return f"{size / 1e9:.0f} GB"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """The checkout the benchmarks are run from, with a mark when files differ from it."""
    try:
        said = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return said.stdout.strip()
