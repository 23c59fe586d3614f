"""Columns that no tree may ask about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns.column import Column
from exactree.columns.questions import Question
from exactree.columns.values import Values


@dataclass(frozen=True)
class HiddenColumn(Column):
    """A column without a question.

    >>> print(HiddenColumn(0, "sex", has_missing=False))
    sex: hidden; never asked
    """

    @property
    def kind(self) -> str:
        """What the column holds, in a word."""
        return "hidden"

    @property
    def size(self) -> int:
        """How many questions it has."""
        return 0

    @property
    def chains(self) -> tuple[int, ...]:
        """Their ordered groups."""
        return ()

    def _question(self, number: int, missing: Any) -> Question:
        raise IndexError(f"column {self.name!r} has no question {number}: it is hidden")

    def _fill(self, values: Values, answers: NDArray[np.uint8]) -> None:
        pass

    def _restore(self, answers: NDArray[np.uint8]) -> list[Any]:
        return [None] * len(answers)

    def _opened(self) -> str:
        return "never asked"
