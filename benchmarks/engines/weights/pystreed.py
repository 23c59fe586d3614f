"""STreeD with what each label costs for each row, its way to weigh rows; the variant is its order.

The labels are 0, 1, ..., as they are in the public tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pystreed import STreeDInstanceCostSensitiveClassifier
from pystreed.data import CostVector

from .. import pystreed


class Solver(pystreed.Solver):
    def answers(self, labels: NDArray[Any], weights: NDArray[np.float64] | None) -> tuple[Any, ...]:
        wrong = labels[:, np.newaxis] != np.arange(labels.max() + 1)
        return ([CostVector(row) for row in wrong * weights[:, np.newaxis]],)

    def model(self) -> Any:
        return STreeDInstanceCostSensitiveClassifier(
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            feature_ordering=self.variant or "gini",
        )

    def claimed_cost(self, tree: Any, rows: int) -> float | None:
        return tree.fit_result.score() if tree.is_fitted() else None
