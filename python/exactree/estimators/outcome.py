"""What a search found and proved, put on the estimator, and said aloud when it fell short."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from exactree._core import Solution


@dataclass(frozen=True)
class Statistics:
    """What a fit took.

    Attributes
    ----------
    seconds : float
        From the start of `fit` to the end of the search.
    subproblems : int
        Covers that the search opened.
    cache_hits : int
        Questions that the cache answered.
    cache_entries : int
        Subproblems that the cache held at the end.
    kernel_calls : int
        Subproblems of depth at most two that the kernel answered.
    peak_bytes : int
        What the cache and the tables of the threads took at most; the table itself is not in it.

    Examples
    --------
    >>> from exactree import OptimalTreeClassifier
    >>> stats = OptimalTreeClassifier().fit([[0], [1]], [0, 1]).stats_
    >>> stats.seconds < 60
    True
    """

    seconds: float
    subproblems: int
    cache_hits: int
    cache_entries: int
    kernel_calls: int
    peak_bytes: int


def keep(estimator: Any, solution: Solution, seconds: float) -> None:
    """Store what was proved and what it took."""
    estimator.status_ = solution.status
    estimator.objective_ = solution.cost
    estimator.lower_bound_ = min(solution.floor, solution.cost)
    estimator.gap_ = estimator.objective_ - estimator.lower_bound_
    estimator.stats_ = Statistics(
        seconds=seconds,
        subproblems=solution.subproblems,
        cache_hits=solution.cache_hits,
        cache_entries=solution.cache_entries,
        kernel_calls=solution.kernel_calls,
        peak_bytes=solution.peak_bytes,
    )


def announce(estimator: Any) -> None:
    """Warn when the tree is not proven optimal. To be called from `fit` itself."""
    name = type(estimator).__name__
    found, floor = estimator.objective_, estimator.lower_bound_
    if estimator.status_ == "time_limit":
        warnings.warn(
            f"{name} reached time_limit={estimator.time_limit} s before its proof was complete: "
            f"the tree kept makes {found} training errors, no tree within the limits makes fewer "
            f"than {floor} (gap {found - floor}). Raise time_limit or n_jobs, lower max_depth, or "
            "raise min_samples_leaf.",
            ConvergenceWarning,
            stacklevel=3,
        )
    elif estimator.status_ == "no_better_tree":
        warnings.warn(
            f"{name} proved that no tree within the limits makes fewer than "
            f"max_error={estimator.max_error} training errors; the tree kept makes {found}. "
            "Raise max_error or max_depth, or lower min_samples_leaf, to find a better one.",
            UserWarning,
            stacklevel=3,
        )
