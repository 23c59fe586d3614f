"""Tables at an estimator's door: checked, opened into questions, searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import validate_data

from exactree import _core
from exactree.columns import admission, reading, thresholds
from exactree.columns.door import Columns, YesNoColumns, learn
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target


def read_labelled(estimator: BaseEstimator, X: Any, y: Any) -> tuple[Table, NDArray[Any]]:
    """Check a table with its labels, and learn the number of its columns and their names."""
    if (
        reading.is_plain(X)
        and type(y) is np.ndarray
        and y.dtype.kind in "biu"
        and y.shape == X.shape[:1]
    ):
        estimator.n_features_in_ = X.shape[1]
        return reading.read(X), y
    y = validate_data(estimator, y=y)
    table = admission.learn_columns(estimator, X)
    check_consistent_length(X, y)
    return table, y


def search(
    table: Table,
    names: tuple[str, ...],
    setting: Any,
    target: Target | None,
    solve: Callable[[NDArray[Any]], Any],
    hidden: int | None = None,
) -> tuple[Columns, Any]:
    """Open a table into questions as `thresholds=setting` says, and let a tree of them be found.

    A table of 0 and 1 is searched as it lies in memory: the core itself looks at every cell once.
    A column that is hidden, given by its number, is not asked about.
    """
    thresholds.check(setting, names)
    if table.array is not None and hidden is None:
        try:
            solution = solve(table.array)
            if solution.status == "time_limit":
                # There may have been no time to look at the cells.
                nothing = np.array([-1], dtype=np.int32)
                _core.predict_leaf(table.array, nothing, nothing, nothing)
        except _core.NotBinaryError:
            pass  # a table of other numbers
        else:
            return YesNoColumns(names, strict=table.array.dtype == bool), solution
    columns, answers = learn(table, names, setting, target, hidden)
    return columns, solve(answers)
