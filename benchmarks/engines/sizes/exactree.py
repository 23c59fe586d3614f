"""exactree's search for every size at once; the variant `separate` searches for each in turn.

Both call the search itself, so that reading and checking the table is in neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core

from ..interface import Engine
from . import numbers_of_splits


@dataclass(frozen=True)
class Sized:
    """The best tree of a size."""

    found: _core.Solution

    def predict(self, x: NDArray[np.uint8]) -> NDArray[np.int64]:
        found = self.found
        leaves = _core.predict_leaf(x, found.feature, found.no, found.yes)
        return found.counts.argmax(axis=1)[leaves]


class Model:
    """Both ways in scikit-learn's manner."""

    def __init__(self, depth: int, at_once: bool, **limits: Any) -> None:
        self.depth, self.at_once = depth, at_once
        self.limits = limits | {"max_depth": depth}

    def fit(self, x: NDArray[np.uint8], y: NDArray[np.int64]) -> None:
        goal = _core.Errors(y, int(y.max()) + 1)
        if self.at_once:
            path = _core.solve_path(x, goal, _core.Limits(**self.limits))
            self.trees = [Sized(found) for found in path.by_depth[self.depth][1:]]
            self.is_proven, self.kernel_calls = path.status == "optimal", path.kernel_calls
        else:
            found = [
                _core.solve(x, goal, _core.Limits(max_splits=splits, **self.limits))
                for splits in numbers_of_splits(self.depth)
            ]
            self.trees = [Sized(one) for one in found]
            self.is_proven = all(one.status == "optimal" for one in found)
            self.kernel_calls = sum(one.kernel_calls for one in found)


class Solver(Engine):
    features_dtype = np.uint8
    labels_dtype = np.int64

    def model(self) -> Model:
        return Model(
            self.limits.depth,
            at_once=self.variant != "separate",
            time_limit=self.limits.seconds,
            n_threads=self.limits.threads,
        )

    def finished(self, model: Model) -> bool:
        return model.is_proven

    def trees(self, model: Model) -> Sequence[Sized]:
        return model.trees

    def claimed_cost(self, tree: Sized, rows: int) -> float:
        return float(tree.found.cost)

    def counts(self, model: Model) -> Mapping[str, int]:
        return {"kernel_calls": model.kernel_calls}
