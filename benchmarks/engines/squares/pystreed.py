"""STreeD's trees of constant values. It has two tasks for them, one without a penalty (`plain`),
one that takes a penalty, here 0, and brings a floor of its own, `kmeans` or `equivalent`: the
variant. Covers are its cache's keys (`use_dataset_caching`), which was faster than its default.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pystreed import STreeDRegressor

from .. import pystreed


class Solver(pystreed.Solver):
    labels_dtype = np.float64

    def model(self) -> Any:
        if self.variant == "plain":
            task = {"optimization_task": "regression"}
        else:
            task = {
                "optimization_task": "cost-complex-regression",
                "regression_lower_bound": self.variant,
            }
        return STreeDRegressor(
            **task,
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            cost_complexity=0.0,
            use_branch_caching=False,
            use_dataset_caching=True,
        )

    def claimed_cost(self, tree: Any, rows: int) -> float | None:
        return tree.fit_result.score() * rows if tree.is_fitted() else None
