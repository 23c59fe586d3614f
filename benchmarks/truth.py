"""What a tree costs, counted from what it says of the training rows; never a solver's own word.

| objective | a tree costs |
| --- | --- |
| `errors` | the number of rows that it gets wrong |
| `sizes` | the same, for the best tree of every size |
| `weights` | the weight of the rows that it gets wrong |
| `squares` | the squared distances of its values to the targets |
| `penalty` | the share of rows that it gets wrong, and the penalty for each of its leaves |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Truth:
    """The training rows' own answers, and how they are priced."""

    objective: str
    labels: NDArray[Any]
    weights: NDArray[np.float64] | None
    penalty: float

    def cost(self, answers: NDArray[Any], leaves: int) -> float:
        """What a tree with these answers costs; the number of leaves matters for the penalty."""
        if self.objective == "squares":
            return float(((answers - self.labels) ** 2).sum())
        wrong = answers != self.labels
        if self.objective == "penalty":
            return float(wrong.mean()) + self.penalty * leaves
        if self.weights is not None:
            return float(self.weights[wrong].sum())
        return float(wrong.sum())
