"""Columns of data frames (pandas, polars, pyarrow), by the types that narwhals gives them."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v1 as nw

from exactree.columns import refusals
from exactree.columns.values import Values, from_array, from_categories, from_objects


def read(series: Any, name: str) -> Values:
    """Understand a column of a frame.

    >>> import pandas as pd
    >>> ages = nw.from_native(pd.Series([20, None], dtype="Int64"), series_only=True)
    >>> read(ages, "age").missing
    array([False,  True])
    """
    dtype = series.dtype
    if dtype.is_decimal():
        series, dtype = series.cast(nw.Float64), nw.Float64()
    if dtype.is_numeric() or dtype == nw.Boolean:
        return _of_machine(series, name, 0 if dtype.is_integer() else False)
    if dtype == nw.String:
        return from_categories(series.to_list(), name)
    if dtype in (nw.Categorical, nw.Enum):
        return _of_categories(series, name)
    if dtype in (nw.Object, nw.Unknown):  # columns of Python objects, or of nothing but nulls
        return from_objects(series.to_list(), name)
    raise refusals.no_kind(name, dtype)


def _of_categories(series: Any, name: str) -> Values:
    """A column of categories, in their own order if they have one, else sorted."""
    categories = series.cat.get_categories().to_list()
    ordered = nw.is_ordered_categorical(series)
    if series.dtype == nw.Categorical and series.implementation.is_polars():
        ordered = False  # older ones order them as they were first met
    if not ordered and all(isinstance(category, str) for category in categories):
        categories.sort()
    return from_categories(series.to_list(), name, categories)


def _of_machine(series: Any, name: str, filler: Any) -> Values:
    """A column of numbers or booleans; integers stay integers, whatever is missing."""
    if series.dtype.is_float():
        return from_array(series.to_numpy(), name)
    if not series.null_count():
        return from_array(series.to_numpy(), name)
    missing = series.is_null().to_numpy()
    values = from_array(series.fill_null(filler).to_numpy(), name)
    return Values(values.kind, values.cells, missing.astype(bool))
