"""exactree's door alone: a tree of depth 0 over tables of all kinds, so there is no search.

What is left of `fit` is reading, checking and cutting the table, and packing the answers. The
variant is what holds the table: `polars`, `pandas`, `categories` (pandas, text as categories),
`pyarrow`, or `numpy` (its columns of numbers and booleans, as floats).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl
from polars import selectors

from . import exactree

FORMS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "polars": lambda frame: frame,
    "pandas": lambda frame: frame.to_pandas(),
    "categories": lambda frame: frame.cast({pl.String: pl.Categorical}).to_pandas(),
    "pyarrow": lambda frame: frame.to_arrow(),
    "numpy": lambda frame: np.ascontiguousarray(
        frame.select(~selectors.string()).cast(pl.Float64).to_numpy()
    ),
}


class Solver(exactree.Solver):
    def features(self, table: pl.DataFrame) -> Any:
        return FORMS[self.variant](table)

    def counts(self, model: Any) -> Mapping[str, int]:
        return {"questions": model.columns_.n_questions}
