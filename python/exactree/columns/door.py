"""The door: any table in, a 0/1 table of the answers to its questions out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree.columns.boolean import BooleanColumn, holds_answers
from exactree.columns.categorical import CategoricalColumn
from exactree.columns.column import Column
from exactree.columns.hidden import HiddenColumn
from exactree.columns.missing import Missing
from exactree.columns.numeric import NumericColumn, between
from exactree.columns.questions import IsTrue, Question
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target, choose, distinct_values
from exactree.columns.values import Kind, Values

MOST_CELLS = 2**33


class Order(NamedTuple):
    """Which questions belong together.

    In a group the questions stand in order: each yes includes the yes before it. A numeric column
    is such a group, or two when values are missing: one with missing as no, and one with missing
    as yes, which `is missing` begins.
    """

    column: NDArray[np.int64]
    """The column that each question asks."""
    group: NDArray[np.int64]
    """The group that it belongs to; groups are numbered through all columns."""
    place: NDArray[np.int64]
    """Its place in the group."""


class Columns(Sequence[Column]):
    """What a fit learned of the columns of its table.

    Questions are numbered through all columns, in their order.

    >>> from exactree.columns.reading import read
    >>> table = read([[20, "red"], [30, "blue"], [50, "grey"]])
    >>> columns, answers = learn(table, ["age", "colour"], "all", Target(np.array([0, 1, 1]), 2))
    >>> print(columns)
    age: numbers; all 2 thresholds
    colour: categories; 3 values
    >>> [str(columns.question(number)) for number in range(columns.n_questions)]
    ['age <= 25', 'age <= 40', 'colour = blue', 'colour = grey', 'colour = red']
    >>> answers
    array([[1, 1, 0, 0, 1],
           [0, 1, 1, 0, 0],
           [0, 0, 0, 1, 0]], dtype=uint8)
    >>> columns.order.group.tolist(), columns.order.place.tolist()
    ([0, 0, 1, 2, 3], [0, 1, 0, 0, 0])
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = tuple(columns)
        self._starts = np.cumsum([0, *(column.n_questions for column in columns)])

    def __getitem__(self, number: Any) -> Any:
        return self._columns[number]

    def __len__(self) -> int:
        return len(self._columns)

    def __str__(self) -> str:
        return "\n".join(map(str, self._columns))

    @property
    def n_questions(self) -> int:
        """How many questions all columns have together."""
        return int(self._starts[-1])

    def question(self, number: int) -> Question:
        """The question of this number."""
        column = int(np.searchsorted(self._starts, number, side="right")) - 1
        return self._columns[column].question(number - int(self._starts[column]))

    def asked(self, numbers: NDArray[np.int32]) -> tuple[Question | None, ...]:
        """The questions of these numbers; None for those below 0."""
        return tuple(self.question(n) if n >= 0 else None for n in numbers.tolist())

    @cached_property
    def order(self) -> Order:
        """Which questions belong together, and in which order."""
        lengths = [length for column in self._columns for length in column.groups]
        starts = np.cumsum([0, *lengths])[:-1]
        return Order(
            np.repeat(np.arange(len(self)), np.diff(self._starts)),
            np.repeat(np.arange(len(lengths)), lengths),
            np.arange(self.n_questions) - np.repeat(starts, lengths),
        )

    def answers(self, values: Sequence[Values]) -> NDArray[np.uint8]:
        """Answer all questions, one column each, from the cells of all columns."""
        rows = len(values[0].cells)
        answers = np.empty((rows, self.n_questions), dtype=np.uint8, order="F")
        for column, cells, start in zip(self._columns, values, self._starts, strict=False):
            column.fill(cells, answers[:, start : start + column.n_questions])
        return answers


class YesNoColumns(Columns):
    """Columns that answer their own questions; `strict` ones are booleans.

    A table may have very many, so they are only made when somebody asks for them.

    >>> print(YesNoColumns(["smokes"], strict=True))
    smokes: yes/no; 1 question
    """

    def __init__(self, names: Sequence[str], *, strict: bool) -> None:
        self._names = names
        self._strict = strict

    def __len__(self) -> int:
        return len(self._names)

    @cached_property
    def _columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        names = enumerate(self._names)
        return tuple(BooleanColumn(place, name, False, self._strict) for place, name in names)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:  # type: ignore[override]
        return np.arange(len(self._names) + 1)

    def question(self, number: int) -> Question:
        """The question of this number."""
        return IsTrue(number, self._names[number], Missing.UNSEEN, self._strict)


def learn(
    table: Table,
    names: Sequence[str],
    thresholds: Any,
    target: Target | None,
    hidden: int | None = None,
) -> tuple[Columns, NDArray[np.uint8]]:
    """Learn a table's columns, and answer their questions for its rows.

    The column of the number `hidden` opens into no question.
    """
    values = [table.column(number, name) for number, name in enumerate(names)]
    learned: dict[int, Column] = {}
    numeric = {}
    for number, (name, cells) in enumerate(zip(names, values, strict=True)):
        if number == hidden:
            learned[number] = HiddenColumn(number, name, has_missing=False)
        elif cells.kind is Kind.CATEGORY:
            learned[number] = CategoricalColumn.learn(number, name, cells)
        elif holds_answers(cells):
            learned[number] = BooleanColumn.learn(number, name, cells)
        else:
            numeric[number] = distinct_values(cells.cells, cells.missing)
    others = sum(column.n_questions for column in learned.values())
    chosen = choose(thresholds, names, numeric, target, other_questions=others)
    for number, column in numeric.items():
        places, how = chosen[number]
        learned[number] = NumericColumn(
            number,
            names[number],
            column.missing is not None,
            between(column.values, places),
            column.n_midpoints,
            how,
            column.values[0].item() if len(column.values) else None,
        )
    columns = Columns([learned[number] for number in range(len(names))])
    _refuse_too_many(columns, table.rows)
    return columns, columns.answers(values)


def _refuse_too_many(columns: Columns, rows: int) -> None:
    if columns.n_questions * rows > MOST_CELLS:
        widest = max(columns, key=lambda column: column.n_questions)
        raise ValueError(
            f"the table opens into {columns.n_questions} questions on {rows} rows, more answers "
            f"than {MOST_CELLS}; column {widest.name!r} alone asks {widest.n_questions}. Use "
            'thresholds="auto" or a whole number of them.'
        )
