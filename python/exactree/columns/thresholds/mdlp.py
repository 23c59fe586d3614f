"""Thresholds that tell more of the class than they take to write down.

U. Fayyad and K. Irani, "Multi-interval discretization of continuous-valued attributes for
classification learning", IJCAI 1993. A column is cut where the entropy of the classes falls most,
and each side again, as long as the gain exceeds the length of the cut's own description.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactree.columns.thresholds.distinct import Distinct, Target


def places(columns: Sequence[Distinct], target: Target | None) -> list[NDArray[np.int64]]:
    """Cut each column by itself; a column that tells nothing of the class is not cut."""
    if target is None or target.n_classes is None:
        raise ValueError(
            'thresholds="mdlp" needs classes to predict, in y; use "all" or a whole number'
        )
    return [_of_column(column, target.values, target.n_classes) for column in columns]


def _of_column(column: Distinct, classes: NDArray[np.int64], n_classes: int) -> NDArray[np.int64]:
    ranks = column.ranks()
    if column.missing is not None:
        ranks, classes = ranks[~column.missing], classes[~column.missing]
    size = len(column.values)
    counts = np.bincount(ranks * n_classes + classes, minlength=size * n_classes)
    # Row r holds the classes of the rows below the r-th value.
    below = np.vstack([np.zeros(n_classes), np.cumsum(counts.reshape(size, n_classes), axis=0)])
    cuts: list[int] = []
    waiting = [(0, size)]
    while waiting:
        start, end = waiting.pop()
        cut = _cut(below[start : end + 1])
        if cut is not None:
            cuts.append(start + cut - 1)
            waiting += [(start, start + cut), (start + cut, end)]
    return np.array(sorted(cuts), dtype=np.int64)


def _cut(below: NDArray[np.float64]) -> int | None:
    """How many values lie below the best cut, or None when it is not worth its description."""
    if len(below) < 3:
        return None
    whole = below[-1] - below[0]
    left, right = below[1:-1] - below[0], below[-1] - below[1:-1]
    rows = whole.sum()
    entropy, of_left, of_right = _entropy(whole), _entropy(left), _entropy(right)
    after = (left.sum(axis=1) * of_left + right.sum(axis=1) * of_right) / rows
    best = int(np.argmin(after))
    classes, classes_left, classes_right = (
        np.count_nonzero(side) for side in (whole, left[best], right[best])
    )
    # The logarithm of 3^classes - 2, in a form that does not overflow.
    ways = classes * np.log2(3.0) + np.log2(1 - 2 * 3.0**-classes)
    delta = ways - (
        classes * entropy - classes_left * of_left[best] - classes_right * of_right[best]
    )
    gain = entropy - after[best]
    return best + 1 if gain > (np.log2(rows - 1) + delta) / rows else None


def _entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy in bits of the classes in each row of counts.

    >>> _entropy(np.array([[1.0, 1.0], [2.0, 0.0]])).tolist()
    [1.0, 0.0]
    """
    shares = counts / counts.sum(axis=-1, keepdims=True)
    logarithms = np.log2(shares, where=shares > 0, out=np.zeros_like(shares))
    return np.asarray(np.abs((shares * logarithms).sum(axis=-1)))
