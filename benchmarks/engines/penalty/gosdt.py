"""GOSDT as its authors publish it, without guesses, which would end the proof.

The variant is `similar`, its default, or `not-similar`, the authors' choice in their example. Its
time limit is in whole seconds.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from gosdt import GOSDTClassifier
from gosdt._libgosdt import Status
from numpy.typing import NDArray

from ..interface import Engine


class Solver(Engine):
    features_dtype = np.bool_

    def model(self) -> Any:
        if self.limits.threads != 1:
            raise ValueError("gosdt is said to deadlock with more than one thread")
        return GOSDTClassifier(
            regularization=self.limits.penalty,
            allow_small_reg=True,  # or it would raise small penalties
            depth_budget=self.limits.depth,
            time_limit=max(1, math.ceil(self.limits.seconds)),
            similar_support=self.variant != "not-similar",
        )

    def finished(self, model: Any) -> bool:
        return bool(model.result_.status == Status.CONVERGED)

    def claimed_cost(self, tree: Any, rows: int) -> float | None:
        """Where it is stopped, its upper bound is not that of the tree it shows."""
        return float(tree.result_.upperbound) if self.finished(tree) else None

    def predict(self, tree: Any, x: Any) -> NDArray[Any]:
        """By its tree, as the estimator's own way fails with newer versions of scikit-learn."""
        return np.asarray(tree.trees_[0].predict(x))

    def leaves(self, tree: Any) -> int:
        return _leaves(tree.trees_[0].tree)


def _leaves(node: Any) -> int:
    if hasattr(node, "prediction"):
        return 1
    return _leaves(node.left_child) + _leaves(node.right_child)
