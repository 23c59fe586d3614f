"""Trees whose leaves may say the rarer class, put into the user's words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns.door import Columns
from exactree.estimators import limits
from exactree.estimators.labels import Labels
from exactree.estimators.learning import Learned
from exactree.tree import ClassTree


def spoken_tree(
    tree: _core.SpokenTree,
    counts: NDArray[np.int64],
    columns: Columns,
    names: tuple[str, ...],
    classes: NDArray[Any],
) -> ClassTree:
    """The tree with what its nodes hold; `counts` are its rows of each class in each node."""
    asked = Learned(tree, columns, names).shape
    # An inner node has no say, so it is told what most of its rows are.
    label = np.where(tree.feature < 0, tree.says, counts.argmax(axis=1)).astype(np.int32)
    rows = counts.sum(axis=1)
    return ClassTree(
        feature=asked.feature,
        no=asked.no,
        yes=asked.yes,
        says=classes[label],
        rows=rows,
        cost=rows - np.take_along_axis(counts, label[:, np.newaxis], axis=1)[:, 0],
        measure="error",
        feature_names=asked.names,
        questions=asked.questions,
        label=label,
        counts=counts,
        weights=counts,
        classes=classes,
    )


def refuse_other_than_two(told: str, labels: Labels) -> None:
    """Refuse more than the two classes that errors of two kinds are about."""
    count = len(labels.classes)
    if count != 2:
        shown = ", ".join(map(repr, labels.classes.tolist()[:10])) + (", ..." * (count > 10))
        raise ValueError(
            f"{told} needs labels of 2 classes, but y holds {count}: {shown}. "
            "Make one of them the second class, and of the others the first."
        )


def least_rows(estimator: Any, rows: int) -> int:
    """The fewest rows of a leaf, where each of so many rows weighs the same."""
    share = limits.leaf_weight(estimator.min_weight_fraction_leaf)
    return max(limits.leaf_rows(estimator.min_samples_leaf, rows), math.ceil(share * rows))


def refuse_others(told: str, estimator: Any, sample_weight: Any) -> None:
    """Refuse parameters that have no meaning where errors of rows are counted."""
    plain = {
        "ccp_alpha": 0.0,
        "minimize": "error",
        "class_weight": None,
        "cost_matrix": None,
        "max_error": None,
    }
    changed = [name for name, default in plain.items() if not _is(estimator, name, default)]
    if sample_weight is not None:
        changed.append("sample_weight")
    if changed:
        raise ValueError(
            f"{told} does not combine with {', '.join(changed)}: it counts the errors of rows that "
            "all weigh the same, and knows no other price. max_depth, max_leaf_nodes, "
            "min_samples_leaf, min_weight_fraction_leaf, thresholds and time_limit do."
        )


def _is(estimator: Any, name: str, default: Any) -> bool:
    value = getattr(estimator, name)
    return value is default or (isinstance(value, (int, float, str)) and value == default)
