"""exactree, at its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactree import OptimalTreeClassifier

from .interface import Engine

COUNTED = ("subproblems", "cache_hits", "cache_entries", "kernel_calls", "peak_bytes")


class Solver(Engine):
    features_dtype = np.uint8
    labels_dtype = np.int64

    def model(self) -> Any:
        return OptimalTreeClassifier(
            max_depth=self.limits.depth,
            time_limit=self.limits.seconds,
            n_jobs=self.limits.threads,
        )

    def finished(self, model: Any) -> bool:
        return bool(model.status_ == "optimal")

    def claimed_cost(self, tree: Any, rows: int) -> int:
        return round(float(tree.objective_))

    def tree(self, model: Any) -> bytes:
        tree = model.tree_
        return b"".join(array.tobytes() for array in (tree.feature, tree.no, tree.yes, tree.label))

    def counts(self, model: Any) -> Mapping[str, int]:
        stats = model.stats_
        return {name: int(getattr(stats, name)) for name in COUNTED}
