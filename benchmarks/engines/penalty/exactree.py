"""exactree with a price of leaves, `ccp_alpha`; otherwise at its defaults."""

from __future__ import annotations

from typing import Any

from .. import exactree


class Solver(exactree.Solver):
    def model(self) -> Any:
        return super().model().set_params(ccp_alpha=self.limits.penalty)

    def claimed_cost(self, tree: Any, rows: int) -> float:
        return float(tree.objective_) / rows

    def leaves(self, tree: Any) -> int:
        return int(tree.n_leaves_)
