"""The search, compiled from Rust."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["NotBinaryError", "Solution", "predict_leaf", "solve"]

class NotBinaryError(ValueError):
    """A cell is neither 0 nor 1; `args` is `(row, column, value)`."""

@final
class Solution:
    """What a search found and proved. Node 0 is the root; a leaf's `feature` is -1."""

    status: str
    cost: int
    floor: int
    feature: NDArray[np.int32]
    no: NDArray[np.int32]
    yes: NDArray[np.int32]
    label: NDArray[np.int32]
    counts: NDArray[np.int64]
    subproblems: int
    cache_hits: int
    cache_entries: int
    kernel_calls: int
    peak_bytes: int
    interrupt: BaseException | None

def solve(
    x: NDArray[Any],
    y: NDArray[np.int64],
    n_classes: int,
    *,
    max_depth: int | None,
    min_samples_leaf: int,
    max_error: int | None,
    time_limit: float | None,
    n_threads: int,
) -> Solution: ...
def predict_leaf(
    x: NDArray[Any],
    feature: NDArray[np.int32],
    no: NDArray[np.int32],
    yes: NDArray[np.int32],
) -> NDArray[np.int64]: ...
