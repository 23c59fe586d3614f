"""Cells in `predict` as a question wants them: numbers, booleans, or equal to a category.

A table may come back in another type than `fit` saw: integers as floats, booleans as 0 and 1,
categories as text. What says the same is taken; the rest is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactree.columns import refusals
from exactree.columns.values import Kind, Values, from_array


def numbers(values: Values, name: str) -> NDArray[Any]:
    """The cells as numbers; a missing one is any number."""
    if values.kind is Kind.NUMBER:
        return values.cells
    if values.kind is Kind.BOOLEAN:
        return np.asarray(values.cells.view(np.uint8))
    of_category = np.array([*values.categories, 0])  # the last is for missing cells
    if of_category.dtype.kind not in "biuf":
        raise refusals.not_as_learned(name, "numbers", *_first(values))
    return np.asarray(from_array(of_category, name).cells[values.cells])


def booleans(values: Values, name: str) -> NDArray[np.bool_]:
    """The cells as booleans, from booleans or from 0 and 1; a missing one is any of them."""
    if values.kind is Kind.BOOLEAN:
        return np.array(values.cells)
    cells = numbers(values, name)
    no_answer = (cells != 0) & (cells != 1)
    if values.missing is not None:
        no_answer &= ~values.missing
    if no_answer.any():
        row = int(np.argmax(no_answer))
        raise refusals.not_as_learned(name, "yes/no", row, cells[row].item())
    return np.asarray(cells == 1)


def equal(values: Values, category: Any, name: str) -> NDArray[np.bool_]:
    """Whether each cell is the category."""
    if values.kind is Kind.CATEGORY:
        if category in values.categories:
            return np.asarray(values.cells == values.categories.index(category))
        return np.zeros(len(values.cells), dtype=bool)
    if isinstance(category, (str, bytes)):
        if len(values.present()):
            row = 0 if values.missing is None else int(np.argmin(values.missing))
            raise refusals.not_as_learned(name, "text", row, values.cells[row].item())
        return np.zeros(len(values.cells), dtype=bool)
    return np.asarray(values.cells == category)


def _first(values: Values) -> tuple[int, Any]:
    """A row that is not missing, and its category."""
    row = 0 if values.missing is None else int(np.argmin(values.missing))
    return row, values.categories[values.cells[row]]
