"""Objectives of your own, for `OptimalTree`: what a leaf costs, and what it says.

An objective prices a leaf from its rows, or from how many rows of each class it has. Prices are
numbers of 0 or more, and a tree costs what its leaves cost together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class FromRows:
    """A leaf is priced from the numbers of its rows.

    Parameters
    ----------
    price : callable
        Gets an ndarray of row numbers, in ascending order, and returns what a leaf over these rows
        costs: a number of 0 or more. The same rows must always cost the same.
    value : callable or None, default=None
        Gets the same and returns what the leaf says; None says nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from exactree import OptimalTree
    >>> from exactree.objectives import FromRows
    >>> sizes = np.array([1.0, 2.0, 10.0, 30.0])
    >>> spread = FromRows(lambda rows: np.ptp(sizes[rows]), lambda rows: sizes[rows].max())
    >>> model = OptimalTree(spread, max_depth=1).fit([[0, 1], [0, 1], [1, 1], [1, 0]])
    >>> model.objective_, model.predict([[0, 0], [1, 1]]).tolist()
    (9.0, [30.0, 10.0])
    """

    price: Callable[[NDArray[np.int64]], float]
    value: Callable[[NDArray[np.int64]], Any] | None = None


@dataclass(frozen=True)
class FromCounts:
    """A leaf is priced from how many of its rows each class has.

    Parameters
    ----------
    price : callable
        Gets an ndarray with the number of rows of each class, in the order of `classes_`, and
        returns what a leaf with these rows costs: a number of 0 or more.
    value : callable or None, default=None
        Gets the same and returns what the leaf says; None says the most frequent class.

    Examples
    --------
    >>> import numpy as np
    >>> from exactree import OptimalTree
    >>> from exactree.objectives import FromCounts
    >>> def entropy(counts):
    ...     shares = counts[counts > 0] / counts.sum()
    ...     return -counts.sum() * float(shares @ np.log2(shares))
    >>> model = OptimalTree(FromCounts(entropy), max_depth=1)
    >>> model.fit([[0, 1], [0, 0], [1, 1], [1, 0]], ["a", "a", "b", "b"]).objective_
    0.0
    """

    price: Callable[[NDArray[np.int64]], float]
    value: Callable[[NDArray[np.int64]], Any] | None = None
