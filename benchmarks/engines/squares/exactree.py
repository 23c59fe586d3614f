"""exactree's search for the least squares; the values of the leaves are taken from it, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core

from ..exactree import COUNTED
from ..interface import Engine


class Regressor:
    """The core's search in scikit-learn's manner."""

    def __init__(self, **limits: Any) -> None:
        self.limits = _core.Limits(**limits)

    def fit(self, x: NDArray[np.uint8], y: NDArray[np.float64]) -> None:
        self.found = found = _core.solve(x, _core.Squares(y[np.newaxis]), self.limits)
        nodes = len(found.feature)
        rows = np.bincount(found.leaves, minlength=nodes)
        self.value = np.bincount(found.leaves, weights=y, minlength=nodes) / np.maximum(rows, 1)

    def predict(self, x: NDArray[np.uint8]) -> NDArray[np.float64]:
        found = self.found
        return self.value[_core.predict_leaf(x, found.feature, found.no, found.yes)]


class Solver(Engine):
    features_dtype = np.uint8
    labels_dtype = np.float64

    def model(self) -> Regressor:
        return Regressor(
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            n_threads=self.limits.threads,
        )

    def finished(self, model: Regressor) -> bool:
        return bool(model.found.status == "optimal")

    def claimed_cost(self, tree: Regressor, rows: int) -> float:
        return float(tree.found.cost)

    def counts(self, model: Regressor) -> Mapping[str, int]:
        return {name: int(getattr(model.found, name)) for name in COUNTED}
