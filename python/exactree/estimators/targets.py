"""The user's targets as numbers, one column or several; what are none is refused by its row."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from exactree.columns.missing import is_missing

LARGEST = 1e100
LEAST_SPREAD = 1e-90


def read(estimator: BaseEstimator, y: Any, *, several: bool) -> NDArray[np.float64]:
    """Check the targets of a fit: a number for each row, or several where that is allowed."""
    if y is None:
        validate_data(estimator, y=y)  # raises
    array = _as_array(y)
    if array.ndim not in (1, 2) or array.size == 0:
        raise ValueError(
            f"y should be a 1d array with a number for each row, or a 2d array with several; its "
            f"shape is {array.shape}"
        )
    if by_column(array).shape[1] > 1 and not several:
        raise ValueError(
            f"y should be a 1d array with a number for each row, as this criterion knows no more; "
            f"its shape is {array.shape}. Fit a tree for each column."
        )
    numbers = _numbers(array)
    _refuse_odd(numbers)
    refuse_close("y", numbers)
    return numbers


def by_column(numbers: NDArray[Any]) -> NDArray[Any]:
    """Targets of one or two dimensions with two."""
    return numbers.reshape(len(numbers), -1)


def refuse_close(name: str, numbers: NDArray[np.float64]) -> None:
    """Refuse numbers that are not all the same, but whose distances have no squares.

    >>> refuse_close("y", np.array([1e-200, 2e-200]))
    Traceback (most recent call last):
    ...
    ValueError: y differs by at most 1e-200, too little for squares; multiply it by a large number
    """
    spread = float(np.ptp(by_column(numbers), axis=0).max())
    if 0.0 < spread < LEAST_SPREAD:
        raise ValueError(
            f"{name} differs by at most {spread}, too little for squares; multiply it by a large "
            "number"
        )


def _refuse_odd(numbers: NDArray[np.float64]) -> None:
    """Refuse targets that are missing or huge.

    >>> _refuse_odd(np.array([1.0, np.inf]))
    Traceback (most recent call last):
    ...
    ValueError: y contains infinity: inf in row 1; leave such rows out, of X too, or replace it
    """
    odd = ~(np.abs(numbers) <= LARGEST)
    if odd.any():
        place = tuple(int(index) for index in np.argwhere(odd)[0])
        _refuse(float(numbers[place]), place)


def _as_array(y: Any) -> NDArray[Any]:
    if np.ma.isMaskedArray(y):
        cells = np.ma.getdata(y).astype(object)
        cells[np.ma.getmaskarray(y)] = None
        return np.asarray(cells)
    try:
        array = np.asarray(y)
        # Numbers beside text are no text.
        return np.array(y, dtype=object) if array.dtype.kind in "US" else array
    except ValueError:  # rows of different lengths
        raise ValueError(
            "y should be a 1d array with a number for each row, or a 2d array with equally many "
            "in each row"
        ) from None


def _numbers(array: NDArray[Any]) -> NDArray[np.float64]:
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported: y holds complex numbers, which have no order")
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    numbers, cells = np.empty(array.shape), array.astype(object)
    for place in np.ndindex(array.shape):
        numbers[place] = _number(cells[place], place)
    return numbers


def _number(value: Any, place: tuple[int, ...]) -> float:
    if is_missing(value):
        return np.nan
    if isinstance(value, (str, bytes)):
        _refuse(value, place)
    try:
        return float(value)
    except OverflowError:
        return np.inf
    except (TypeError, ValueError):
        _refuse(value, place)


def _refuse(value: Any, place: tuple[int, ...]) -> NoReturn:
    where = f"row {place[0]}" if len(place) == 1 else f"row {place[0]}, column {place[1]}"
    if isinstance(value, float):
        if np.isnan(value):
            kind, cure = "NaN", "leave such rows out, of X too, or fill them in"
        elif np.isinf(value):
            kind, cure = "infinity", "leave such rows out, of X too, or replace it"
        else:
            kind, cure = "a value too large", f"divide y so that it is at most {LARGEST} in size"
        raise ValueError(f"y contains {kind}: {value} in {where}; {cure}")
    raise ValueError(
        f"y holds {value!r} of type {type(value).__name__} in {where}, which is no number; turn y "
        "into numbers, such as by y.astype(float), or use OptimalTreeClassifier for labels"
    )
