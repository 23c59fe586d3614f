"""Classification trees from what a search found: what their nodes hold, cost and say."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.estimators.labels import Labels
from exactree.estimators.learning import Learned, leaves_of_rows, sums_by_node
from exactree.tree import ClassTree


def class_tree(
    learned: Learned,
    labels: Labels,
    of_rows: NDArray[np.float64] | None,
    costs: NDArray[np.float64] | None,
) -> ClassTree:
    """The tree with what its nodes hold; `costs` are of each label for each row."""
    solution, shape = learned.solution, learned.shape
    weighted: NDArray[Any]
    if costs is None:
        counts = solution.counts
        weighted, label = counts, counts.argmax(axis=1)
        cost = counts.sum(axis=1) - counts.max(axis=1)
        measure = "error"
    else:
        weighs: NDArray[np.bool_] = np.asarray(costs.any(axis=0))
        leaves = leaves_of_rows(solution, weighs)
        one_hot = np.zeros((len(labels.codes), len(labels.classes)))
        one_hot[np.arange(len(labels.codes)), labels.codes] = 1.0
        counts = sums_by_node(shape, leaves, one_hot).astype(np.int64)
        weighted = counts
        if of_rows is not None:
            weighted = sums_by_node(shape, leaves, one_hot * of_rows[:, np.newaxis])
        of_labels = sums_by_node(shape, leaves, costs.T)
        label, cost = of_labels.argmin(axis=1), of_labels.min(axis=1)
        measure = "cost"
    return ClassTree(
        feature=shape.feature,
        no=shape.no,
        yes=shape.yes,
        says=labels.classes[label],
        rows=counts.sum(axis=1),
        cost=cost,
        measure=measure,
        feature_names=shape.names,
        questions=shape.questions,
        label=label.astype(np.int32),
        counts=counts,
        weights=weighted,
        classes=labels.classes,
    )
