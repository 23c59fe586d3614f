"""The search, compiled from Rust."""

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Errors",
    "FairSolution",
    "Fairness",
    "Front",
    "LabelCosts",
    "Limits",
    "NotBinaryError",
    "Path",
    "Quantiles",
    "RowPrice",
    "Solution",
    "SpokenTree",
    "Squares",
    "predict_leaf",
    "solve",
    "solve_each",
    "solve_fair",
    "solve_front",
    "solve_path",
]

class NotBinaryError(ValueError):
    """A cell is neither 0 nor 1; `args` is `(row, column, value)`."""

@final
class Errors:
    """The goal of few training errors."""

    def __new__(cls, y: NDArray[np.int64], n_classes: int) -> Errors: ...

@final
class LabelCosts:
    """The goal of cheap labels: one row of costs a label, one column a row of the table."""

    def __new__(cls, costs: NDArray[np.float64]) -> LabelCosts: ...

@final
class Squares:
    """The goal of small squared distances to the mean: one row a column of targets."""

    def __new__(
        cls, targets: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> Squares: ...

@final
class Quantiles:
    """The goal of small distances to a quantile, for each of some shares; times a factor."""

    def __new__(
        cls,
        targets: NDArray[np.float64],
        shares: list[float],
        weights: NDArray[np.float64] | None = None,
        factor: float = 1.0,
    ) -> Quantiles: ...

@final
class RowPrice:
    """The goal of whatever a function says that the rows of a leaf, given by number, cost."""

    def __new__(cls, function: Callable[[NDArray[np.int64]], float]) -> RowPrice: ...

@final
class Fairness:
    """The goal of few errors with a bound on the difference of two groups' rates.

    Classes and groups are 0 or 1; `rate` is "demographic_parity" or "equal_opportunity".
    """

    def __new__(
        cls, y: NDArray[np.int64], groups: NDArray[np.int64], rate: str, max_difference: float
    ) -> Fairness: ...

@final
class Limits:
    """What a tree may be, and how long it may be looked for."""

    def __new__(
        cls,
        *,
        max_depth: int | None = None,
        max_splits: int | None = None,
        min_samples_leaf: int = 1,
        min_leaf_weight: float = 0.0,
        per_split: float = 0.0,
        smallest: bool = False,
        below: float | None = None,
        time_limit: float | None = None,
        n_threads: int = 1,
    ) -> Limits: ...

_Goal = Errors | LabelCosts | Squares | Quantiles | RowPrice

@final
class Solution:
    """What a search found and proved. Node 0 is the root; a leaf's `feature` is -1.

    `leaves` has the leaf of each row that weighs anything, and is empty for `Errors`.
    """

    status: str
    cost: float
    floor: float
    feature: NDArray[np.int32]
    no: NDArray[np.int32]
    yes: NDArray[np.int32]
    counts: NDArray[np.int64]
    leaves: NDArray[np.uint32]
    subproblems: int
    cache_hits: int
    cache_entries: int
    kernel_calls: int
    peak_bytes: int
    interrupt: BaseException | None

@final
class SpokenTree:
    """A tree whose leaves say either class, 0 or 1; what the other nodes say means nothing.

    The columns of `counts` are the classes the goal's rows were told apart by; of a `Fairness`
    the classes of the first group and then those of the second.
    """

    feature: NDArray[np.int32]
    no: NDArray[np.int32]
    yes: NDArray[np.int32]
    says: NDArray[np.int32]
    counts: NDArray[np.int64]

@final
class Front:
    """The pairs of false positives and false negatives that no tree beats in both."""

    status: str
    false_positives: NDArray[np.int64]
    false_negatives: NDArray[np.int64]
    subproblems: int
    cache_hits: int
    cache_entries: int
    kernel_calls: int
    peak_bytes: int
    interrupt: BaseException | None

    def tree(self, point: int) -> SpokenTree: ...

@final
class FairSolution:
    """What a search for a fair tree found and proved; `rates` are those of both groups."""

    status: str
    tree: SpokenTree
    cost: int
    floor: int
    rates: tuple[float, float]
    subproblems: int
    cache_hits: int
    cache_entries: int
    kernel_calls: int
    peak_bytes: int
    interrupt: BaseException | None

@final
class Path:
    """The best trees of every size: by depth, and then by number of splits."""

    status: str
    by_depth: list[list[Solution]]
    subproblems: int
    kernel_calls: int
    interrupt: BaseException | None

def solve(x: NDArray[Any], goal: _Goal, limits: Limits) -> Solution: ...
def solve_each(x: NDArray[Any], goal: _Goal, limits: Limits) -> list[Solution]: ...
def solve_path(x: NDArray[Any], goal: _Goal, limits: Limits) -> Path: ...
def solve_front(x: NDArray[Any], goal: Errors, limits: Limits) -> Front: ...
def solve_fair(x: NDArray[Any], goal: Fairness, limits: Limits) -> FairSolution: ...
def predict_leaf(
    x: NDArray[Any],
    feature: NDArray[np.int32],
    no: NDArray[np.int32],
    yes: NDArray[np.int32],
) -> NDArray[np.int64]: ...
