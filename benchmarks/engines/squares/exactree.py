"""exactree's regressor, at its defaults."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactree import OptimalTreeRegressor

from .. import exactree


class Solver(exactree.Solver):
    labels_dtype = np.float64

    def model(self) -> Any:
        return OptimalTreeRegressor(
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            n_jobs=self.limits.threads,
        )

    def claimed_cost(self, tree: Any, rows: int) -> float:
        return float(tree.objective_)

    def tree(self, model: Any) -> None:
        """None: its leaves hold no labels to make a digest of."""
