"""Which midpoints of a numeric column become questions; one strategy a file.

A strategy sees the distinct values of the columns it is to cut and the target, and returns for
each column the places to cut: place 0 lies between the two smallest values. A new one is a file
here and a line in `STRATEGIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree.columns.naming import number_of
from exactree.columns.thresholds import automatic, every, mdlp, quantiles, reference
from exactree.columns.thresholds.distinct import Distinct, Target, distinct_values

__all__ = ["STRATEGIES", "Chosen", "Distinct", "Target", "check", "choose", "distinct_values"]

Strategy = Callable[[Sequence[Distinct], Target | None], list[NDArray[np.int64]]]

STRATEGIES: dict[str, Strategy] = {
    "all": every.places,
    "mdlp": mdlp.places,
    "reference": reference.places,
}
AUTOMATIC = "auto"
KNOWN = ", ".join(map(repr, [AUTOMATIC, *STRATEGIES])) + " or a whole number of 1 or more"


class Chosen(NamedTuple):
    """Where a column is cut, and how that was chosen."""

    places: NDArray[np.int64]
    how: str


def choose(
    setting: Any,
    names: Sequence[str],
    columns: Mapping[int, Distinct],
    target: Target | None,
    *,
    other_questions: int,
) -> dict[int, Chosen]:
    """Choose for each numeric column, by its number in the table, where it is cut.

    `setting` is the user's `thresholds`, `names` are those of the whole table, and
    `other_questions` is the number of questions that its other columns ask.

    >>> age = distinct_values(np.array([20.0, 30.0, 40.0, 50.0]), None)
    >>> choose("all", ["age"], {0: age}, Target(np.arange(4), 4), other_questions=0)
    {0: Chosen(places=array([0, 1, 2]), how='all')}
    """
    of_column = _of_each_column(setting, names, columns)
    chosen: dict[int, Chosen] = {}
    for wanted in dict.fromkeys(of_column.values()):
        numbers = [number for number, setting in of_column.items() if setting == wanted]
        some = [columns[number] for number in numbers]
        if wanted == AUTOMATIC:
            taken = other_questions + sum(
                columns[number].questions(len(done.places)) for number, done in chosen.items()
            )
            places, how = automatic.places(some, taken), "quantiles"
        elif isinstance(wanted, str):
            places, how = STRATEGIES[wanted](some, target), wanted
        else:
            places, how = quantiles.places(some, wanted), "quantiles"
        for number, column_places in zip(numbers, places, strict=True):
            chosen[number] = Chosen(column_places, how)
    return chosen


def check(setting: Any, names: Sequence[str]) -> None:
    """Refuse what is no setting of `thresholds`.

    >>> check("every", ["age"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: thresholds='every' is no way to choose thresholds; use 'auto', 'all', ...
    """
    _of_each_column(setting, names, {})


def _of_each_column(
    setting: Any, names: Sequence[str], columns: Mapping[int, Distinct]
) -> dict[int, str | int]:
    """The setting of each column; "auto" comes last, as it shares what the others leave."""
    if not isinstance(setting, Mapping):
        return dict.fromkeys(columns, _checked(setting, "thresholds"))
    wanted: dict[int, str | int] = dict.fromkeys(columns, AUTOMATIC)
    for key, value in setting.items():
        number = number_of(key, names, "thresholds names")
        checked = _checked(value, f"thresholds[{key!r}]")
        if number in columns:
            wanted[number] = checked
        # Columns of 0/1 or of categories have no thresholds, whatever was asked.
    return dict(sorted(wanted.items(), key=lambda item: item[1] == AUTOMATIC))


def _checked(value: Any, name: str) -> str | int:
    if isinstance(value, str):
        if value == AUTOMATIC or value in STRATEGIES:
            return value
        raise ValueError(f"{name}={value!r} is no way to choose thresholds; use {KNOWN}")
    if isinstance(value, Integral) and not isinstance(value, bool):
        if value < 1:
            raise ValueError(f"{name}={value!r} leaves no thresholds; use {KNOWN}")
        return int(value)
    raise TypeError(f"{name}={value!r} is of type {type(value).__name__}; use {KNOWN}")
