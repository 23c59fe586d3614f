"""An estimator and its tables: which columns `fit` learned, and whether they come back."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from exactree.columns import reading
from exactree.columns.reading import Table


def learn_columns(estimator: BaseEstimator, X: Any) -> Table:
    """Open a table, and keep the number of its columns and their names."""
    table = reading.read(X, estimator)
    validate_data(estimator, X, skip_check_array=True)
    return table


def same_columns(estimator: BaseEstimator, X: Any) -> Table:
    """Open a table, and compare its columns with the learned ones."""
    table = reading.read(X, estimator)
    nameless = not hasattr(estimator, "feature_names_in_")
    if not (nameless and table.array is X and table.columns == estimator.n_features_in_):
        validate_data(estimator, X, reset=False, skip_check_array=True)
    return table


def names(estimator: BaseEstimator) -> tuple[str, ...]:
    """The columns' names, `x0, x1, ...` where the table had none."""
    given = getattr(estimator, "feature_names_in_", None)
    if given is None:
        return _numbered(estimator.n_features_in_)
    return tuple(given.tolist())


def with_input_tags(tags: Any) -> Any:
    """Say in scikit-learn's tags what kinds of tables the door takes."""
    for kind in ("sparse", "allow_nan", "categorical", "string"):
        setattr(tags.input_tags, kind, True)
    return tags


@lru_cache(maxsize=4)
def _numbered(columns: int) -> tuple[str, ...]:
    return tuple(f"x{column}" for column in range(columns))
