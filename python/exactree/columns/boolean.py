"""Columns of yes/no: booleans, or the numbers 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns import convert
from exactree.columns.column import Column
from exactree.columns.missing import Missing
from exactree.columns.questions import IsTrue
from exactree.columns.values import Kind, Values


@dataclass(frozen=True)
class BooleanColumn(Column):
    """A column that answers its own question.

    >>> from exactree.columns.values import from_objects
    >>> smokes = BooleanColumn.learn(0, "smokes", from_objects([True, None], "smokes"))
    >>> [str(smokes.question(number)) for number in range(smokes.n_questions)]
    ['smokes', 'smokes is missing', 'smokes or missing']
    """

    strict: bool

    @classmethod
    def learn(cls, place: int, name: str, values: Values) -> BooleanColumn:
        """Learn the column from its cells."""
        return cls(place, name, values.missing is not None, values.kind is Kind.BOOLEAN)

    @property
    def kind(self) -> str:
        """What the column holds, in a word."""
        return "yes/no" if self.strict else "0/1"

    @property
    def size(self) -> int:
        """How many questions it has, missing values aside."""
        return 1

    @property
    def chains(self) -> tuple[int, ...]:
        """Their ordered groups, missing values aside."""
        return (1,)

    def _question(self, number: int, missing: Missing) -> IsTrue:
        return IsTrue(self.place, self.name, missing, self.strict)

    def _fill(self, values: Values, answers: NDArray[np.uint8]) -> None:
        answers[:, 0] = convert.numbers(values, self.name) == 1

    def _restore(self, answers: NDArray[np.uint8]) -> list[Any]:
        return [bool(answer) if self.strict else int(answer) for answer in answers[:, 0]]

    def _opened(self) -> str:
        return "1 question"


def holds_answers(values: Values) -> bool:
    """Whether a column holds booleans, or no numbers but 0 and 1.

    >>> from exactree.columns.values import from_array
    >>> holds_answers(from_array(np.array([0.0, 1.0, np.nan]), "x"))
    True
    >>> holds_answers(from_array(np.array([0.0, 0.5, 1.0]), "x"))
    False
    """
    if values.kind is not Kind.NUMBER:
        return values.kind is Kind.BOOLEAN
    cells = values.present()
    # Most columns of other numbers are told by their beginning.
    return len(cells) > 0 and all(
        np.all((part == 0) | (part == 1)) for part in (cells[:1000], cells[1000:])
    )
