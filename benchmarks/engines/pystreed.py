"""STreeD; the variant is its feature order, `gini` (its default) or `in-order`.

The node budget is left at its default, the full 2^depth - 1.
"""

from __future__ import annotations

from typing import Any

from pystreed import STreeDClassifier

from .interface import Engine


class Solver(Engine):
    def model(self) -> Any:
        if self.limits.threads != 1:
            raise ValueError("pystreed has one thread only")
        return STreeDClassifier(
            optimization_task="accuracy",
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            feature_ordering=self.variant or "gini",
        )

    def finished(self, model: Any) -> bool:
        return model.is_fitted() and bool(model.fit_result.is_optimal())

    def claimed_cost(self, tree: Any, rows: int) -> int | None:
        if not tree.is_fitted():
            return None
        return round((1.0 - tree.fit_result.score()) * rows)
