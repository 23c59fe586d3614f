"""DL8.5 as its authors publish it, at its defaults. Its time limit is in whole seconds."""

from __future__ import annotations

import math
from typing import Any

from pydl85 import DL85Classifier

from .interface import Engine


class Solver(Engine):
    def model(self) -> Any:
        if self.limits.threads != 1:
            raise ValueError("pydl8.5 has one thread only")
        return DL85Classifier(
            max_depth=self.limits.depth,
            time_limit=max(1, math.ceil(self.limits.seconds)),
        )

    def finished(self, model: Any) -> bool:
        return not model.timeout_

    def claimed_cost(self, tree: Any, rows: int) -> int | None:
        return None if tree.tree_ is None else round(tree.error_)
