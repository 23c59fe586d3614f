"""The thresholds of a boosted reference model.

H. McTavish and others, "Fast sparse decision tree optimization via reference ensembles", AAAI
2022: a search over the thresholds that gradient boosting uses finds trees about as good as one
over all of them, in a fraction of the time. The tree is then the best over these thresholds.
Where there are several numbers to predict, each has a model of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

from exactree.columns.thresholds.distinct import Distinct, Target

TREES = 40
DEPTH = 2
ROWS_A_TREE = 10_000


def places(columns: Sequence[Distinct], target: Target | None) -> list[NDArray[np.int64]]:
    """Cut the columns where the reference model cuts them; it sees them all together."""
    if target is None:
        raise ValueError(
            'thresholds="reference" needs something to predict, in y; use "all" or a whole number'
        )
    if not columns:
        return []
    # The model sees ranks instead of values: it works with 32-bit floats, which hold them exactly.
    # A missing value lies below all others; where the model cuts it off, no threshold is needed.
    table = np.empty((len(target.values), len(columns)), dtype=np.float32)
    for number, column in enumerate(columns):
        table[:, number] = column.ranks()
        if column.missing is not None:
            table[column.missing, number] = -1
    used: list[set[int]] = [set() for _ in columns]
    for values in target.values.reshape(len(target.values), -1).T:
        for tree in _model(target).fit(table, values).estimators_.ravel():
            nodes = tree.tree_
            for feature, threshold in zip(nodes.feature, nodes.threshold, strict=True):
                if feature >= 0 and threshold >= 0:
                    used[feature].add(int(np.floor(threshold)))
    return [
        np.array(sorted(_within(column, cuts)), dtype=np.int64)
        for column, cuts in zip(columns, used, strict=True)
    ]


def _model(target: Target) -> Any:
    kind = GradientBoostingRegressor if target.n_classes is None else GradientBoostingClassifier
    share = min(1.0, ROWS_A_TREE / len(target.values))
    return kind(n_estimators=TREES, max_depth=DEPTH, subsample=share, random_state=0)


def _within(column: Distinct, cuts: set[int]) -> set[int]:
    return {cut for cut in cuts if cut < column.n_midpoints}
