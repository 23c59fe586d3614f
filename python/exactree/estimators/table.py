"""The door for tables: numpy, lists, pandas or polars in, an array that the core reads out.

The cells themselves are looked at once, by the core. Here only the refusal is put into words.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from exactree._core import NotBinaryError

NATIVE = {
    np.dtype(kind) for kind in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")
}
CURE = (
    "Columns must be 0/1 or bool: turn a number into yes/no questions (such as `age <= 41`), "
    "a category into one column per value."
)


def read_labelled(estimator: BaseEstimator, X: Any, y: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Check a table with its labels, and learn the number of its columns and their names."""
    if _is_plain(X) and type(y) is np.ndarray and y.dtype.kind in "biu" and y.shape == X.shape[:1]:
        estimator.n_features_in_ = X.shape[1]
        return X, y
    X, y = validate_data(estimator, X, y, dtype=None, ensure_all_finite=False)
    return _native(estimator, X), y


def read(estimator: BaseEstimator, X: Any) -> NDArray[Any]:
    """Check a table, and compare its columns with the learned ones."""
    nameless = not hasattr(estimator, "feature_names_in_")
    if not (nameless and _is_plain(X) and X.shape[1] == estimator.n_features_in_):
        X = validate_data(estimator, X, reset=False, dtype=None, ensure_all_finite=False)
    return _native(estimator, X)


def names(estimator: BaseEstimator) -> tuple[str, ...]:
    """The columns' names, `x0, x1, ...` where the table had none."""
    given = getattr(estimator, "feature_names_in_", None)
    if given is None:
        return _numbered(estimator.n_features_in_)
    return tuple(given.tolist())


def refusal(estimator: BaseEstimator, error: NotBinaryError) -> ValueError:
    """Say in the user's words which cell the core would not read."""
    row, column, value = error.args
    return _refuse(estimator, row, column, value)


def _is_plain(X: Any) -> bool:
    """Whether scikit-learn's checks would leave a table as it is; they outlast many a search."""
    return type(X) is np.ndarray and X.ndim == 2 and X.size > 0 and X.dtype in NATIVE


@lru_cache(maxsize=4)
def _numbered(columns: int) -> tuple[str, ...]:
    return tuple(f"x{column}" for column in range(columns))


def _refuse(estimator: BaseEstimator, row: int, column: int, value: Any) -> ValueError:
    cell = f"column {names(estimator)[column]!r}, row {row}"
    if _missing(value):
        return ValueError(
            f"Input X contains NaN: {cell}. {type(estimator).__name__} does not accept missing "
            "values yet: fill them in, or add a column that says `is missing`."
        )
    if isinstance(value, float) and math.isinf(value):
        return ValueError(f"Input X contains infinity: {cell} is {value}. {CURE}")
    kind = "Negative values in data" if _negative(value) else "Input X is not binary"
    return ValueError(f"{kind}: {cell} is {value!r}, not 0 or 1. {CURE}")


def _negative(value: Any) -> bool:
    return isinstance(value, (int, float)) and value < 0


def _native(estimator: BaseEstimator, X: NDArray[Any]) -> NDArray[Any]:
    """The same cells in a type the core reads; no copy when they are in one already."""
    kind, size = X.dtype.kind, X.dtype.itemsize
    if X.dtype in NATIVE:
        return X
    if kind in "iu" or (kind == "f" and size in (4, 8)):  # of another byte order
        return X.astype(X.dtype.newbyteorder("="))
    if kind == "f":
        return X.astype(np.float32 if size < 4 else np.float64)
    if kind == "O":
        return _from_objects(estimator, X)
    raise _refuse(estimator, 0, 0, X[0, 0].item())


def _from_objects(estimator: BaseEstimator, X: NDArray[Any]) -> NDArray[np.float64]:
    """Numbers from a table of Python objects; text is no number, even when it looks like one."""
    numbers = np.empty(X.shape, dtype=np.float64, order="F")
    for column in range(X.shape[1]):
        values = X[:, column].tolist()
        if any(map(_no_number, set(map(type, values)))):
            row = next(row for row, value in enumerate(values) if _no_number(type(value)))
            raise _refuse(estimator, row, column, values[row])
        try:
            numbers[:, column] = values
        except (OverflowError, TypeError, ValueError) as error:
            row = next(row for row, value in enumerate(values) if not _fits_a_float(value))
            refusal = _refuse(estimator, row, column, values[row])
            if isinstance(error, TypeError):  # no number at all, in numpy's words
                raise TypeError(f"{error}. {refusal}") from None
            raise refusal from None
    return numbers


def _no_number(kind: type) -> bool:
    return issubclass(kind, (str, bytes, type(None))) or kind.__name__ in ("NAType", "NaTType")


def _fits_a_float(value: Any) -> bool:
    try:
        float(value)
    except (OverflowError, TypeError, ValueError):
        return False
    return True


def _missing(value: Any) -> bool:
    """Whether a cell is None, NaN, pandas' NA or NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))
