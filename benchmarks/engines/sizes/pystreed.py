"""STreeD once for every number of splits, with a new solver each; the variant is its order.

The time limit is for all of them together: what is left of it is each one's own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from .. import pystreed
from . import numbers_of_splits

LEAST_SECONDS = 1e-3


class Model:
    """All of them in scikit-learn's manner."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def fit(self, x: NDArray[Any], y: NDArray[Any]) -> None:
        begun = time.monotonic()
        limits = self.solver.limits
        self.trees = []
        for splits in numbers_of_splits(limits.depth):
            left = max(LEAST_SECONDS, limits.seconds - (time.monotonic() - begun))
            tree = self.solver.single().set_params(max_num_nodes=splits, time_limit=left)
            self.trees.append(tree.fit(x, y))


class Solver(pystreed.Solver):
    def single(self) -> Any:
        return super().model()

    def model(self) -> Model:
        return Model(self)

    def finished(self, model: Model) -> bool:
        return all(super(Solver, self).finished(tree) for tree in model.trees)

    def trees(self, model: Model) -> Sequence[Any]:
        return model.trees
