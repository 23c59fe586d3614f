"""The solvers that are measured, one a file, all behind the same small interface.

An engine's name is its file's, or `file/variant` (`pystreed/gini`). To add one, write a
file with a subclass of `Engine` named `Solver`, and name it in a definition. What prices trees by
something else than errors has a room of its own, named like the objective.
"""

from __future__ import annotations

import importlib

from .interface import Engine, Limits

__all__ = ["Engine", "Limits", "engine_package", "make_engine"]


def make_engine(name: str, limits: Limits, objective: str = "errors") -> Engine:
    """The engine of this name, ready to make models; imports its package."""
    module, _, variant = name.partition("/")
    room = __name__ if objective == "errors" else f"{__name__}.{objective}"
    solver: type[Engine] = importlib.import_module(f"{room}.{module}").Solver
    return solver(limits, variant)


def engine_package(name: str) -> str:
    """The name of the engine's package, as its index lists it."""
    return {"pydl85": "pydl8.5", "door": "exactree"}.get(
        name.partition("/")[0], name.partition("/")[0]
    )
