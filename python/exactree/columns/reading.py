"""Tables of any kind, as columns that are read when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import narwhals.stable.v1 as nw
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.utils import check_array

from exactree.columns import frames
from exactree.columns.values import Values, from_array

NATIVE = {
    np.dtype(kind) for kind in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")
}


@dataclass(frozen=True)
class Table:
    """A table with rows and columns.

    Attributes
    ----------
    rows, columns : int
        Its size.
    column : callable
        Reads a column by its number; the name is for what is said when it cannot be understood.
    array : ndarray or None
        All cells as numbers of the machine, where they lie in memory like that.
    """

    rows: int
    columns: int
    column: Callable[[int, str], Values]
    array: NDArray[Any] | None = None

    def of_rows(self, rows: NDArray[np.int64]) -> Table:
        """The same columns with some of the rows."""

        def column(number: int, name: str) -> Values:
            return self.column(number, name).of_rows(rows)

        return Table(
            len(rows), self.columns, column, None if self.array is None else self.array[rows]
        )


def is_plain(X: Any) -> bool:
    """Whether X is a numpy table of the machine's numbers; such a table needs no checks."""
    return type(X) is np.ndarray and X.ndim == 2 and X.size > 0 and X.dtype in NATIVE


def read(X: Any, estimator: Any = None) -> Table:
    """Open a table of any kind; errors name the estimator.

    >>> read([[1, "red"], [2, "blue"]]).column(1, "colour").categories
    ('blue', 'red')
    """
    if is_plain(X):
        return _of_array(X, plain=X)
    if issparse(X):
        return _of_sparse(check_array(X, accept_sparse="csc", **_as_it_is(estimator)))
    if nw.dependencies.is_into_dataframe(X):
        return _of_frame(nw.from_native(X, eager_only=True), estimator)
    if nw.dependencies.is_polars_lazyframe(X):
        raise TypeError("X is a polars LazyFrame, which has no rows yet; use X.collect()")
    array = check_array(_as_array(X), **_as_it_is(estimator))
    return _of_array(array, plain=array if is_plain(array) else None)


def _as_it_is(estimator: Any) -> dict[str, Any]:
    """How scikit-learn is asked for its checks of a table's shape, and for nothing else."""
    return {"dtype": None, "ensure_all_finite": False, "estimator": estimator}


def _of_array(X: NDArray[Any], plain: NDArray[Any] | None) -> Table:
    def column(number: int, name: str) -> Values:
        return from_array(X[:, number], name)

    rows, columns = X.shape
    return Table(rows, columns, column, plain)


def _of_sparse(X: Any) -> Table:
    if not X.has_canonical_format:
        X = X.copy()  # the user's own table may have been a column format already
        X.sum_duplicates()
    if X.dtype == bool or (X.dtype.kind in "iuf" and np.isin(X.data, (0, 1)).all()):
        answers = X.astype(bool if X.dtype == bool else np.uint8).toarray(order="F")
        return _of_array(answers, plain=answers)

    def column(number: int, name: str) -> Values:
        cells = np.zeros(X.shape[0], dtype=X.dtype)
        stored = slice(X.indptr[number], X.indptr[number + 1])
        cells[X.indices[stored]] = X.data[stored]
        return from_array(cells, name)

    return Table(X.shape[0], X.shape[1], column)


def _of_frame(frame: Any, estimator: Any) -> Table:
    rows, columns = frame.shape
    if rows == 0 or columns == 0:
        check_array(np.empty((rows, columns)), estimator=estimator)  # raises

    def column(number: int, name: str) -> Values:
        return frames.read(frame[:, number], name)

    return Table(rows, columns, column)


def _as_array(X: Any) -> Any:
    """Lists as an array that keeps every cell's own type, where it matters."""
    if np.ma.isMaskedArray(X):
        cells = np.ma.getdata(X).astype(object)
        cells[np.ma.getmaskarray(X)] = None
        return cells
    if not isinstance(X, (list, tuple)):
        return X
    if X and isinstance(X[0], (list, tuple)) and any(isinstance(cell, str) for cell in X[0]):
        return np.array(X, dtype=object)  # told before numpy writes every number as text
    array = np.asarray(X)
    if array.dtype.kind in "US" or (array.dtype.kind == "f" and np.any(np.abs(array) >= 2**53)):
        # Numbers beside text are no text, and large integers beside fractions are no fractions.
        array = np.array(X, dtype=object)
    return array
