"""What the user asks of a tree and of the search: checked, and put into the core's terms."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import effective_n_jobs

LARGEST = 2**31 - 1
LARGEST_PRICE = 1e200  # squares of targets and weights may be as large
MOST_ERROR = 10**300  # what a float holds
MOST_THREADS = 1024
A_CENTURY = 100 * 365 * 24 * 3600.0


def depth(value: Any) -> int | None:
    """Check `max_depth`.

    >>> depth(4)
    4
    """
    if value is None:
        return None
    return _whole("max_depth", value, 0, cure="use None for no limit")


def most_errors(value: Any) -> float | None:
    """Check `max_error`.

    >>> most_errors(-1)
    Traceback (most recent call last):
    ...
    ValueError: max_error=-1 must be a number of 0 or more; use None for no limit
    """
    if value is None:
        return None
    cure = "use None for no limit"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(
            f"max_error={value!r} is of type {type(value).__name__}, not a number; {cure}"
        )
    number = float(min(int(value), MOST_ERROR) if isinstance(value, Integral) else value)
    if not 0.0 <= number < math.inf:
        raise ValueError(f"max_error={value!r} must be a number of 0 or more; {cure}")
    return number


def leaf_rows(value: Any, rows: int) -> int:
    """Turn `min_samples_leaf` into a number of rows; a fraction is of `rows`, rounded up.

    >>> leaf_rows(0.1, 25)
    3
    """
    cure = "use a whole number of rows, or a fraction of them between 0.0 and 1.0"
    if isinstance(value, Real) and not isinstance(value, Integral):
        if not 0.0 < float(value) < 1.0:
            raise ValueError(f"min_samples_leaf={value!r} is no fraction; {cure}")
        return math.ceil(float(value) * rows)
    return _whole("min_samples_leaf", value, 1, cure=cure)


def leaf_weight(value: Any) -> float:
    """Check `min_weight_fraction_leaf`.

    >>> leaf_weight(0.75)
    Traceback (most recent call last):
    ...
    ValueError: min_weight_fraction_leaf=0.75 must lie in 0.0..0.5, a share of the total weight
    """
    meaning = "a share of the total weight"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(
            f"min_weight_fraction_leaf={value!r} is of type {type(value).__name__}, not {meaning}"
        )
    if not 0.0 <= float(value) <= 0.5:
        raise ValueError(f"min_weight_fraction_leaf={value!r} must lie in 0.0..0.5, {meaning}")
    return float(value)


def seconds(value: Any) -> float | None:
    """Check `time_limit`.

    >>> seconds(float("inf")) is None
    True
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(
            f"time_limit={value!r} is of type {type(value).__name__}; "
            "use seconds as a number, or None for no limit"
        )
    if math.isnan(value) or value < 0:
        raise ValueError(f"time_limit={value!r} must be 0 or more seconds; use None for no limit")
    return float(value) if value < A_CENTURY else None


def left(time_limit: float | None, taken: float) -> float | None:
    """Return what is left of a time limit.

    >>> left(1.5, 1.0), left(1.5, 2.0), left(None, 2.0)
    (0.5, 0.0, None)
    """
    return None if time_limit is None else max(0.0, time_limit - taken)


def threads(value: Any) -> int:
    """Turn `n_jobs` into a number of threads, as joblib understands it.

    >>> threads(4)
    4
    """
    if value is not None:
        cure = "use None for one thread, a positive number of threads, or -1 for every core"
        _whole("n_jobs", value, -LARGEST, MOST_THREADS, cure=cure)
        if value == 0:
            raise ValueError(f"n_jobs=0 leaves no thread to search with; {cure}")
    return int(effective_n_jobs(value))


def _whole(name: str, value: Any, least: int, most: int = LARGEST, *, cure: str) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(
            f"{name}={value!r} is of type {type(value).__name__}, not a whole number; {cure}"
        )
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"{name}={value!r} must lie in {least}..{most}; {cure}")
    return number


def splits(max_leaf_nodes: Any) -> int | None:
    """Turn `max_leaf_nodes` into a number of splits, one less.

    >>> splits(8)
    7
    """
    if max_leaf_nodes is None:
        return None
    return _whole("max_leaf_nodes", max_leaf_nodes, 1, cure="use None for no limit") - 1


def price(ccp_alpha: Any) -> float:
    """Check `ccp_alpha`.

    >>> price(-0.5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: ccp_alpha=-0.5 must be 0 or more, and at most 1e+200: the price of a leaf, ...
    """
    meaning = "the price of a leaf, as a share of all rows"
    if isinstance(ccp_alpha, bool) or not isinstance(ccp_alpha, Real):
        raise TypeError(
            f"ccp_alpha={ccp_alpha!r} is of type {type(ccp_alpha).__name__}, not a number: "
            f"{meaning}"
        )
    if not 0.0 <= float(ccp_alpha) <= LARGEST_PRICE:
        raise ValueError(
            f"ccp_alpha={ccp_alpha!r} must be 0 or more, and at most {LARGEST_PRICE}: {meaning}"
        )
    return float(ccp_alpha)


MINIMIZE = {"error": False, "error_then_leaves": True}


def is_smallest_asked(minimize: Any) -> bool:
    """Check `minimize`.

    >>> is_smallest_asked("error_then_leaves")
    True
    """
    if not isinstance(minimize, str) or minimize not in MINIMIZE:
        raise ValueError(f"minimize={minimize!r} is not one of {', '.join(map(repr, MINIMIZE))}")
    return MINIMIZE[minimize]


def switch(name: str, value: Any) -> bool:
    """Check a setting that is either True or False.

    >>> switch("scale", "standard")
    Traceback (most recent call last):
    ...
    TypeError: scale='standard' is of type str; use True or False
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}={value!r} is of type {type(value).__name__}; use True or False")
    return bool(value)
