"""Yes/no questions about a row: what they say, and how a column's cells answer them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns import convert
from exactree.columns.missing import Missing
from exactree.columns.values import Values


@dataclass(frozen=True)
class Question(ABC):
    """A question about one column.

    Attributes
    ----------
    column : int
        The column's place in the table.
    name : str
        What the column is called.
    missing : Missing
        What a missing value answers.
    """

    column: int
    name: str
    missing: Missing

    @property
    def splits_unseen(self) -> bool:
        """Whether a missing value has no answer here: none was missing in `fit`."""
        return self.missing is Missing.UNSEEN

    def answers(self, values: Values) -> NDArray[np.bool_]:
        """Answer for every cell of the column; an unseen missing value says no."""
        yes = self._answers_of_present(values)
        if values.missing is not None:
            yes[values.missing] = self.missing is Missing.YES
        return yes

    def text(self, name: str | None = None) -> str:
        """Say the question, with the column under another name if one is given."""
        said = self._said(self.name if name is None else name)
        return f"{said} or missing" if self.missing is Missing.YES else said

    def __str__(self) -> str:
        return self.text()

    @abstractmethod
    def _answers_of_present(self, values: Values) -> NDArray[np.bool_]:
        """Answer in a new array; what it holds for missing cells is overwritten."""

    @abstractmethod
    def _said(self, name: str) -> str:
        """Say the question without a word on missing values."""


@dataclass(frozen=True)
class IsTrue(Question):
    """Whether a column of yes/no says yes.

    `strict` columns held booleans; the others held the numbers 0 and 1, and are cut between them.

    >>> str(IsTrue(0, "smokes", Missing.UNSEEN, strict=True))
    'smokes'
    """

    strict: bool

    def _answers_of_present(self, values: Values) -> NDArray[np.bool_]:
        if self.strict:
            return convert.booleans(values, self.name)
        return ~_at_most(convert.numbers(values, self.name), 0.5)

    def _said(self, name: str) -> str:
        return name


@dataclass(frozen=True)
class AtMost(Question):
    """Whether a number is no larger than a threshold.

    `shown` is the threshold as text: as short as it can be without changing what it separates.

    >>> from exactree.columns.values import from_array
    >>> question = AtMost(0, "age", Missing.YES, threshold=41.5, shown="41.5")
    >>> str(question)
    'age <= 41.5 or missing'
    >>> question.answers(from_array(np.array([41.0, 42.0, np.nan]), "age"))
    array([ True, False,  True])
    """

    threshold: int | float
    shown: str

    def _answers_of_present(self, values: Values) -> NDArray[np.bool_]:
        return _at_most(convert.numbers(values, self.name), self.threshold)

    def _said(self, name: str) -> str:
        return f"{name} <= {self.shown}"


@dataclass(frozen=True)
class Equals(Question):
    """Whether a category is a certain one; a value that `fit` has not seen is not.

    >>> from exactree.columns.values import from_objects
    >>> Equals(0, "colour", Missing.NO, "red").answers(from_objects(["red", "pink"], "colour"))
    array([ True, False])
    """

    value: Any

    def _answers_of_present(self, values: Values) -> NDArray[np.bool_]:
        return convert.equal(values, self.value, self.name)

    def _said(self, name: str) -> str:
        return f"{name} = {self.value}"


@dataclass(frozen=True)
class IsMissing(Question):
    """Whether a cell is missing.

    >>> str(IsMissing(0, "income", Missing.YES))
    'income is missing'
    """

    def text(self, name: str | None = None) -> str:
        """Say the question, with the column under another name if one is given."""
        return f"{self.name if name is None else name} is missing"

    def _answers_of_present(self, values: Values) -> NDArray[np.bool_]:
        return np.zeros(len(values.cells), dtype=bool)

    def _said(self, name: str) -> str:
        return name


def columns_of(questions: Sequence[Question | None]) -> NDArray[np.int32]:
    """The column that each question asks, -1 where there is none."""
    places = [-1 if question is None else question.column for question in questions]
    return np.array(places, dtype=np.int32)


def _at_most(cells: NDArray[Any], threshold: int | float) -> NDArray[np.bool_]:
    """`cells <= threshold`, exactly, whatever the types of the two.

    >>> _at_most(np.array([2**53, 2**53 + 1]), 2.0**53)
    array([ True, False])
    """
    if cells.dtype.kind in "iu":
        limits = np.iinfo(cells.dtype)
        whole = int(np.floor(threshold)) if isinstance(threshold, float) else threshold
        if whole < limits.min:
            return np.zeros(len(cells), dtype=bool)
        return np.asarray(cells <= cells.dtype.type(min(whole, limits.max)))
    rounded = cells.dtype.type(threshold)
    if float(rounded) > threshold:  # Python compares a float with any number exactly
        rounded = np.nextafter(rounded, cells.dtype.type(-np.inf))
    with np.errstate(invalid="ignore"):
        return np.asarray(cells <= rounded)
