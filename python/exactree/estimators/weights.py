"""What rows weigh: `sample_weight` and `class_weight`, and what mistakes cost, checked."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.class_weight import compute_class_weight

from exactree.estimators.labels import Labels

LARGEST = 1e100
LEAST = 1e-100  # other than zero; smaller ones vanish in products


def of_rows(sample_weight: Any, rows: int) -> NDArray[np.float64] | None:
    """Check `sample_weight`; None where there is none.

    >>> of_rows([1, -2], 2)
    Traceback (most recent call last):
    ...
    ValueError: Negative values in data: sample_weight is -2.0 in row 1; weights must be 0 or more
    """
    if sample_weight is None:
        return None
    weights = as_numbers("sample_weight", sample_weight)
    if weights.ndim == 0:
        weights = np.full(rows, weights)
    if weights.shape != (rows,):
        raise ValueError(
            f"Sample weights must be 1D array or scalar with a weight for each of the {rows} rows; "
            f"sample_weight has shape {weights.shape}"
        )
    refuse_odd("sample_weight", weights, "weights")
    if not weights.any():
        raise ValueError(
            f"sample_weight is zero in all of the {rows} rows: there is nothing to learn from"
        )
    return weights


def as_numbers(name: str, given: Any) -> NDArray[np.float64]:
    """Numbers of any type as floats; anything else is refused, with its place.

    >>> as_numbers("sample_weight", [1, "heavy"])
    Traceback (most recent call last):
    ...
    ValueError: sample_weight is 'heavy' in row 1, not a number
    """
    try:
        array = np.asarray(given)
    except ValueError:  # lists of different lengths
        array = np.array(given, dtype=object)
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    # A list as it was: numpy writes every number as text where one cell is.
    cells = np.array(given, dtype=object) if isinstance(given, list) else array.astype(object)
    for place, cell in np.ndenumerate(cells):
        if not isinstance(cell, (Real, Decimal)):
            where = f" in {_where(place)}" if place else ""
            raise ValueError(f"{name} is {cell!r}{where}, not a number")
    return cells.astype(np.float64)


def _where(place: tuple[int, ...]) -> str:
    return f"row {place[0]}" + "".join(f", column {column}" for column in place[1:])


def is_odd(numbers: Any) -> Any:
    """Whether numbers are negative, missing, huge or tiny."""
    return (numbers != 0) & ~((numbers >= LEAST) & (numbers <= LARGEST))


def refuse_odd(name: str, numbers: NDArray[np.float64], what: str) -> None:
    """Refuse numbers that are negative, missing, huge or tiny; say where the first one is."""
    odd = is_odd(numbers)
    if not odd.any():
        return
    place = tuple(int(index) for index in np.argwhere(odd)[0])
    refuse(name, float(numbers[place]), _where(place), what)


def refuse(name: str, value: float, where: str, what: str) -> None:
    """Say what is wrong with a number that is negative, missing, huge or tiny."""
    if value < 0:
        raise ValueError(
            f"Negative values in data: {name} is {value} in {where}; {what} must be 0 or more"
        )
    if value < LEAST:
        raise ValueError(
            f"{name} contains a value too small: {value} in {where}; {what} must be 0 or at least "
            f"{LEAST}"
        )
    kind = "NaN" if np.isnan(value) else "infinity or a value too large"
    raise ValueError(f"{name} contains {kind}: {value} in {where}; {what} must lie in 0..1e100")


def of_classes(class_weight: Any, labels: Labels) -> NDArray[np.float64] | None:
    """Check `class_weight`, as scikit-learn understands it; None where there is none."""
    if class_weight is None:
        return None
    if isinstance(class_weight, Mapping):
        known = set(labels.classes.tolist())
        strangers = [label for label in class_weight if label not in known]
        if strangers:
            raise ValueError(
                f"class_weight names {strangers[0]!r}, but y has only the classes "
                f"{', '.join(map(repr, labels.classes.tolist()))}"
            )
        for label, weight in class_weight.items():
            if not isinstance(weight, (Real, Decimal)):
                raise ValueError(f"class_weight is {weight!r} for class {label!r}, not a number")
        class_weight = dict(class_weight)
    elif not isinstance(class_weight, str) or class_weight != "balanced":
        raise ValueError(f"class_weight={class_weight!r} is neither 'balanced', a dict nor None")
    y = labels.classes[labels.codes]
    weights = compute_class_weight(class_weight, classes=labels.classes, y=y)
    weights = np.asarray(weights, dtype=np.float64)
    for label, weight in zip(labels.classes.tolist(), weights.tolist(), strict=True):
        if is_odd(np.float64(weight)):
            refuse("class_weight", weight, f"class {label!r}", "weights")
    return weights


def both(
    of_each_row: NDArray[np.float64] | None,
    of_each_class: NDArray[np.float64] | None,
    labels: Labels,
) -> NDArray[np.float64] | None:
    """The weight of each row, its class's included; None where all weigh the same."""
    if of_each_class is None:
        return of_each_row
    by_class = of_each_class[labels.codes]
    weights = by_class if of_each_row is None else by_class * of_each_row
    if not weights.any():
        raise ValueError("sample_weight and class_weight leave no row with any weight")
    return weights


def of_mistakes(cost_matrix: Any, classes: NDArray[Any]) -> NDArray[np.float64] | None:
    """Check `cost_matrix`: a row for each true class, a column for each label that is said."""
    if cost_matrix is None:
        return None
    costs = as_numbers("cost_matrix", cost_matrix)
    count = len(classes)
    if costs.shape != (count, count):
        raise ValueError(
            f"cost_matrix has shape {costs.shape}, but y has {count} classes: it needs a row and "
            f"a column for each of {', '.join(map(repr, classes.tolist()))}"
        )
    refuse_odd("cost_matrix", costs, "costs")
    if not costs.any():
        raise ValueError("cost_matrix is zero everywhere: no tree is better than any other")
    return costs


def of_labels(
    codes: NDArray[np.int64],
    count: int,
    weights: NDArray[np.float64] | None,
    mistakes: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """What it costs to say each label of each row: one row a label.

    >>> of_labels(np.array([0, 1, 1]), 2, np.array([1.0, 1.0, 3.0]), None)
    array([[0., 1., 3.],
           [1., 0., 0.]])
    """
    if mistakes is None:
        mistakes = 1.0 - np.eye(count)
    costs = mistakes.T[:, codes]
    return np.ascontiguousarray(costs if weights is None else costs * weights)
