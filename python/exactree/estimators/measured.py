"""The columns of a table that a clustering measures distances in."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree.columns.reading import Table
from exactree.columns.values import Kind, Values
from exactree.estimators.criteria import SquaredError
from exactree.estimators.targets import LARGEST, refuse_close


class Measured(NamedTuple):
    """Columns of numbers, none missing, and by what they are divided before they are compared."""

    names: list[str]
    numbers: NDArray[np.float64]
    """One column each."""
    scale: NDArray[np.float64]


def measure(
    table: Table,
    names: Sequence[str],
    columns: Any,
    is_scaled: bool,
    weights: NDArray[np.float64] | None,
) -> Measured:
    """Read the columns that are asked for, or else all that hold numbers.

    >>> from exactree.columns.reading import read
    >>> table = read([[20, "red"], [30, "blue"], [None, "grey"]])
    >>> measured = measure(table, ["age", "colour"], None, False, None)
    >>> measured.names, measured.numbers[:, 0].tolist(), measured.scale.tolist()
    (['age'], [20.0, 30.0, 25.0], [1.0])
    """
    places = range(len(names)) if columns is None else _places(columns, names)
    cells = {place: table.column(place, names[place]) for place in places}
    if columns is None:
        cells = {place: values for place, values in cells.items() if _holds_numbers(values)}
        if not cells:
            raise ValueError(
                f"none of the {len(names)} columns of X holds numbers to measure distances in; "
                "turn text into numbers, such as a column of 0 and 1 for each value"
            )
    numbers = np.column_stack([_numbers(values, names[place]) for place, values in cells.items()])
    scale = np.ones(numbers.shape[1])
    for place, column in enumerate(numbers.T):
        mean, deviation = _mean_and_deviation(column, weights)
        column[np.isnan(column)] = mean
        if is_scaled and deviation > 0.0:
            scale[place] = deviation
    refuse_close("the columns that distances are measured in", numbers / scale)
    return Measured([names[place] for place in cells], numbers, scale)


def _mean_and_deviation(
    column: NDArray[np.float64], weights: NDArray[np.float64] | None
) -> tuple[float, float]:
    """Those of the numbers that are not missing.

    >>> _mean_and_deviation(np.array([20.0, np.nan, 30.0]), None)
    (25.0, 5.0)
    """
    there = ~np.isnan(column)
    cells = column[there, np.newaxis]
    weigh = None if weights is None else weights[there]
    squares = SquaredError()
    mean = squares.says(cells, weigh)
    weight = len(cells) if weigh is None else weigh.sum()
    return float(mean[0]), float(np.sqrt(squares.cost(cells, weigh, mean) / weight))


def _places(columns: Any, names: Sequence[str]) -> list[int]:
    """The places of columns that are given by names or numbers."""
    if isinstance(columns, (str, bytes, Integral)):
        raise TypeError(f"columns={columns!r} is no list; use [{columns!r}] for a single column")
    places = [_place(column, names) for column in columns]
    if not places:
        raise ValueError("columns=[] leaves nothing to measure distances in; use None for all")
    for number, place in enumerate(places):
        if place in places[:number]:
            raise ValueError(f"columns names {names[place]!r} twice; name each column once")
    return places


def _place(column: Any, names: Sequence[str]) -> int:
    if isinstance(column, str) and column in names:
        return names.index(column)
    is_number = isinstance(column, Integral) and not isinstance(column, bool)
    if is_number and 0 <= int(column) < len(names):
        return int(column)
    raise ValueError(
        f"columns names {column!r}, which X does not have; its {len(names)} columns are "
        + ", ".join(map(repr, names[:10]))
        + (", ..." if len(names) > 10 else "")
    )


def _holds_numbers(values: Values) -> bool:
    return values.kind is not Kind.CATEGORY and len(values.present()) > 0


def _numbers(values: Values, name: str) -> NDArray[np.float64]:
    """The cells of a column as numbers, NaN where they are missing."""
    if not _holds_numbers(values):
        held = values.kind.value if len(values.present()) else "nothing but missing values"
        raise ValueError(
            f"column {name!r} holds {held}, and distances are measured in numbers: turn it into "
            "numbers, or leave it out of columns"
        )
    numbers = values.cells.astype(np.float64)
    if values.missing is not None:
        numbers[values.missing] = np.nan
    large = np.abs(numbers) > LARGEST
    if large.any():
        row = int(np.argmax(large))
        raise ValueError(
            f"column {name!r}, row {row} is {numbers[row]}, too large for its square to be a "
            f"float; divide the column so that it is at most {LARGEST} in size, or leave it out "
            "of columns"
        )
    return numbers
