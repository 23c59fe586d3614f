"""What a fit learned of a column: which questions it opens into, in which order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns.missing import Missing, fill_versions, versions
from exactree.columns.questions import IsMissing, Question
from exactree.columns.values import Values


@dataclass(frozen=True)
class Column(ABC):
    """A column and its questions, numbered from 0.

    Attributes
    ----------
    place : int
        The column's place in the table.
    name : str
        What it is called.
    has_missing : bool
        Whether values were missing in `fit`; each question then has two versions.
    """

    place: int
    name: str
    has_missing: bool

    @property
    @abstractmethod
    def kind(self) -> str:
        """What the column holds, in a word."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many questions it has, missing values aside."""

    @property
    @abstractmethod
    def chains(self) -> tuple[int, ...]:
        """Their ordered groups, missing values aside."""

    @property
    def n_questions(self) -> int:
        """How many questions it has."""
        return 2 * self.size + 1 if self.has_missing else self.size

    @property
    def groups(self) -> tuple[int, ...]:
        """The lengths of its ordered groups.

        The questions stand group by group, and in a group each yes includes the yes before it.
        """
        return versions(self.chains) if self.has_missing else self.chains

    def question(self, number: int) -> Question:
        """The question of this number."""
        if not self.has_missing:
            return self._question(number, Missing.UNSEEN)
        if number < self.size:
            return self._question(number, Missing.NO)
        if number == self.size:
            return IsMissing(self.place, self.name, Missing.YES)
        return self._question(number - self.size - 1, Missing.YES)

    def fill(self, values: Values, answers: NDArray[np.uint8]) -> None:
        """Write the answers to all questions, one column each."""
        self._fill(values, answers[:, : self.size])
        if self.has_missing:
            missing = values.missing
            fill_versions(answers, np.zeros(len(answers), bool) if missing is None else missing)

    def restore(self, answers: NDArray[np.uint8]) -> list[Any]:
        """For each row a value that answers all questions like it, None where that is missing."""
        values = self._restore(answers[:, : self.size])
        if self.has_missing:
            for row in np.flatnonzero(answers[:, self.size]).tolist():
                values[row] = None
        return values

    def __str__(self) -> str:
        missing = ", some missing" if self.has_missing else ""
        return f"{self.name}: {self.kind}{missing}; {self._opened()}"

    @abstractmethod
    def _question(self, number: int, missing: Missing) -> Question: ...

    @abstractmethod
    def _fill(self, values: Values, answers: NDArray[np.uint8]) -> None: ...

    @abstractmethod
    def _restore(self, answers: NDArray[np.uint8]) -> list[Any]: ...

    @abstractmethod
    def _opened(self) -> str:
        """What was made of the column, for a line of text."""
