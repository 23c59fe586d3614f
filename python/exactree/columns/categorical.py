"""Columns of categories: one value against the rest.

A value that `fit` has not seen is none of those asked for, so it answers no to every question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns.column import Column
from exactree.columns.missing import Missing
from exactree.columns.questions import Equals
from exactree.columns.values import Values

MOST_VALUES = 256


@dataclass(frozen=True)
class CategoricalColumn(Column):
    """A column with one question for each value; of two values only the second is asked for.

    Attributes
    ----------
    asked : tuple
        The values that have a question, in order.
    other : object
        A value that is not asked for, None if there is none.
    n_values : int
        How many values there were. Of more than 256 the most frequent ones are asked for.

    Examples
    --------
    >>> from exactree.columns.values import from_objects
    >>> colours = from_objects(["red", "blue", "grey"], "colour")
    >>> column = CategoricalColumn.learn(0, "colour", colours)
    >>> [str(column.question(number)) for number in range(column.n_questions)]
    ['colour = blue', 'colour = grey', 'colour = red']
    """

    asked: tuple[Any, ...]
    other: Any
    n_values: int

    @classmethod
    def learn(cls, place: int, name: str, values: Values) -> CategoricalColumn:
        """Learn the column from its cells."""
        categories = values.categories
        if len(categories) > MOST_VALUES:
            counts = np.bincount(values.present(), minlength=len(categories))
            frequent = np.sort(np.argsort(-counts, kind="stable")[:MOST_VALUES])
            asked = tuple(categories[number] for number in frequent)
        elif len(categories) <= 2:
            asked = categories[1:]  # the other value is this question's no
        else:
            asked = categories
        other = next((value for value in categories if value not in set(asked)), None)
        return cls(place, name, values.missing is not None, asked, other, len(categories))

    @property
    def kind(self) -> str:
        """What the column holds, in a word."""
        return "categories"

    @property
    def size(self) -> int:
        """How many questions it has, missing values aside."""
        return len(self.asked)

    @property
    def chains(self) -> tuple[int, ...]:
        """Their ordered groups, missing values aside."""
        return (1,) * len(self.asked)

    def _question(self, number: int, missing: Missing) -> Equals:
        return Equals(self.place, self.name, missing, self.asked[number])

    def _fill(self, values: Values, answers: NDArray[np.uint8]) -> None:
        code = {value: number for number, value in enumerate(values.categories)}
        for number, value in enumerate(self.asked):
            np.equal(values.cells, code.get(value, -2), out=answers[:, number].view(bool))

    def _restore(self, answers: NDArray[np.uint8]) -> list[Any]:
        values = [*self.asked, self.other]
        asked = np.where(answers.any(axis=1), answers.argmax(axis=1), -1) if self.asked else None
        return [self.other] * len(answers) if asked is None else [values[place] for place in asked]

    def _opened(self) -> str:
        if self.n_values > MOST_VALUES:
            return f"the {len(self.asked)} most frequent of {self.n_values} values"
        return f"{self.n_values} values"
