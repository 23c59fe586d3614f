"""STreeD with a price of splits, which are always one less than leaves."""

from __future__ import annotations

from typing import Any

from .. import pystreed


class Solver(pystreed.Solver):
    def model(self) -> Any:
        return (
            super()
            .model()
            .set_params(
                optimization_task="cost-complex-accuracy", cost_complexity=self.limits.penalty
            )
        )

    def claimed_cost(self, tree: Any, rows: int) -> float | None:
        """Its score is of the errors alone."""
        if not tree.is_fitted():
            return None
        return 1.0 - tree.fit_result.score() + self.limits.penalty * self.leaves(tree)

    def leaves(self, tree: Any) -> int:
        return int(tree.get_n_leaves())
