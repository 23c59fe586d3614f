"""What a search found and proved, put on the estimator, and said aloud when it fell short."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from exactree._core import FairSolution, Front, Solution
from exactree.estimators.learning import Learned
from exactree.tree import Tree


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


def conclude(estimator: Any, learned: Learned, start: float) -> None:
    """End a fit that has stored its `tree_`: tell what was proved. To be called from `fit` itself.

    The objective is that of the tree's own leaves. What interrupted the search is raised.
    """
    conclude_all(estimator, [learned], [estimator.tree_], start, stacklevel=5)


def conclude_all(
    estimator: Any,
    learned: Sequence[Learned],
    trees: Sequence[Tree],
    start: float,
    *,
    stacklevel: int = 4,
) -> None:
    """The same for several trees, whose objectives are added up."""
    objective, floor = 0, 0
    for found, tree in zip(learned, trees, strict=True):
        costs = tree.cost[tree.feature < 0]
        of_tree, of_floor = costs.sum().item(), found.solution.floor
        if found.leaf_price:
            of_tree, of_floor = of_tree + found.leaf_price * len(costs), of_floor + found.leaf_price
        elif isinstance(of_tree, int):
            of_floor = int(of_floor)
        is_proven = found.solution.status == "optimal"
        objective, floor = objective + of_tree, floor + (of_tree if is_proven else of_floor)
    worst = next((it for it in learned if it.solution.status != "optimal"), learned[0])
    keep(estimator, worst.solution, objective, floor, perf_counter() - start)
    for found in learned:
        if found.solution.interrupt is not None:
            raise found.solution.interrupt
    announce(estimator, stacklevel)


def keep(
    estimator: Any,
    solution: Solution | FairSolution,
    objective: float,
    floor: float,
    seconds: float,
) -> None:
    """Store what was proved and what it took. `floor` holds where the search was stopped."""
    estimator.status_ = solution.status
    estimator.objective_ = objective
    proven = objective if solution.status == "optimal" else min(floor, objective)
    estimator.lower_bound_ = proven
    estimator.gap_ = objective - proven
    estimator.stats_ = _statistics(solution, seconds)


def keep_greater(
    estimator: Any, solution: Front, objective: float, ceiling: float, seconds: float
) -> None:
    """Store the same where greater is better. `ceiling` holds where the search was stopped."""
    estimator.status_ = solution.status
    estimator.objective_ = objective
    proven = objective if solution.status == "optimal" else max(ceiling, objective)
    estimator.upper_bound_ = proven
    estimator.gap_ = gap(objective, proven)
    estimator.stats_ = _statistics(solution, seconds)


def gap(objective: float, ceiling: float) -> float:
    """How much better a tree might be; both may be infinite.

    >>> gap(0.5, 0.75), gap(float("-inf"), float("-inf"))
    (0.25, 0.0)
    """
    return 0.0 if objective == ceiling else ceiling - objective


def _statistics(solution: Solution | FairSolution | Front, seconds: float) -> Statistics:
    return Statistics(
        seconds=seconds,
        subproblems=solution.subproblems,
        cache_hits=solution.cache_hits,
        cache_entries=solution.cache_entries,
        kernel_calls=solution.kernel_calls,
        peak_bytes=solution.peak_bytes,
    )


def announce(estimator: Any, stacklevel: int = 3) -> None:
    """Warn whoever called `fit` when the tree is not proven optimal."""
    name = type(estimator).__name__
    found = _told(estimator.objective_)
    if hasattr(estimator, "upper_bound_"):
        bound = f"more than {_told(estimator.upper_bound_)}"
    else:
        bound = f"less than {_told(estimator.lower_bound_)}"
    one_thread = any(getattr(estimator, name, None) is not None for name in ("metric", "fairness"))
    threads = "" if one_thread else " or n_jobs"
    if estimator.status_ == "time_limit":
        warnings.warn(
            f"{name} reached time_limit={estimator.time_limit} s before its proof was complete: "
            f"the objective of the tree kept is {found}, no tree within the limits has "
            f"{bound} (gap {_told(estimator.gap_)}). Raise time_limit{threads}, lower "
            "max_depth, or raise min_samples_leaf.",
            ConvergenceWarning,
            stacklevel=stacklevel,
        )
    elif estimator.status_ == "no_better_tree":
        warnings.warn(
            f"{name} proved that no tree within the limits has an objective below "
            f"max_error={estimator.max_error}; that of the tree kept is {found}. "
            "Raise max_error or max_depth, or lower min_samples_leaf, to find a better one.",
            UserWarning,
            stacklevel=stacklevel,
        )


def _told(number: float) -> str:
    return f"{number:.6g}" if isinstance(number, float) else str(number)
