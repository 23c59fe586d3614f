"""The user's labels as class numbers 0, 1, 2, ... and the values they stand for."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets

WHOLE_FLOATS = 2.0**53


class Labels(NamedTuple):
    """What `y` holds: its sorted values, and for each row the place of its value among them."""

    classes: NDArray[Any]
    codes: NDArray[np.int64]


def encode(y: NDArray[Any]) -> Labels:
    """Number the labels of a checked column.

    No sort over the rows for the usual kinds: it would cost more than many a search.

    >>> import numpy as np
    >>> encode(np.array(["no", "yes", "no"]))
    Labels(classes=array(['no', 'yes'], dtype='<U3'), codes=array([0, 1, 0]))
    """
    if y.dtype.kind in "iu":
        return _integers(y)
    if y.dtype.kind == "b":
        return _as(y.dtype, _integers(y.view(np.uint8)))
    if y.dtype.kind == "f":
        return _floats(y)
    if y.dtype.kind in "OUST":
        return _objects(y)
    check_classification_targets(y)
    return Labels(*np.unique(y, return_inverse=True))


def refuse_one_class(labels: Labels) -> None:
    """Refuse labels that leave nothing to learn."""
    if len(labels.classes) < 2:
        rows = len(labels.codes)
        raise ValueError(
            f"y holds only one class, {labels.classes.tolist()[0]!r}, in all of its {rows} rows; "
            "a classifier needs rows of 2 classes or more"
        )


def refuse_unseen(classes: NDArray[Any], y: Any) -> None:
    """Refuse labels that are not among the classes of a fitted estimator.

    >>> import numpy as np
    >>> refuse_unseen(np.array(["no", "yes"]), ["yes", "perhaps"])
    Traceback (most recent call last):
    ...
    ValueError: y holds 'perhaps' in row 1, but the tree was fitted on the classes 'no', 'yes'
    """
    known = classes.tolist()
    values = np.asarray(y).ravel().tolist()
    for unseen in set(values).difference(known):
        raise ValueError(
            f"y holds {unseen!r} in row {values.index(unseen)}, but the tree was fitted on the "
            f"{_listed(known)}"
        )


def _listed(classes: list[Any], most: int = 10) -> str:
    shown = ", ".join(map(repr, classes[:most]))
    more = len(classes) - most
    return f"classes {shown}" + (f" and {more} more" if more > 0 else "")


def _integers(y: NDArray[Any]) -> Labels:
    low, high = int(y.min()), int(y.max())
    span = high - low + 1
    if span > 4 * len(y) + 1024 or high > np.iinfo(np.int64).max:
        classes, codes = np.unique(y, return_inverse=True)
        return Labels(classes, codes.astype(np.int64, copy=False))
    offsets = np.ascontiguousarray(y, dtype=np.int64)
    if low != 0:
        offsets = offsets - low
    present = np.bincount(offsets, minlength=span) > 0
    classes = (np.flatnonzero(present) + low).astype(y.dtype)
    if len(classes) == span:
        return Labels(classes, offsets)
    return Labels(classes, (np.cumsum(present) - 1)[offsets])


def _floats(y: NDArray[Any]) -> Labels:
    if (y != np.trunc(y)).any():
        check_classification_targets(y)  # raises
    if np.abs(y).max() > WHOLE_FLOATS:
        return Labels(*np.unique(y, return_inverse=True))
    return _as(y.dtype, _integers(y.astype(np.int64)))


def _objects(y: NDArray[Any]) -> Labels:
    values = y.tolist()
    try:
        distinct = sorted(dict.fromkeys(values))
    except TypeError:
        kinds = ", ".join(sorted({type(value).__name__ for value in values}))
        raise ValueError(
            f"y holds labels that cannot be put in an order together (of types {kinds}); "
            "use labels of one type and fill in missing ones"
        ) from None
    if not isinstance(distinct[0], str) and any(_fractional(value) for value in distinct):
        check_classification_targets(np.array(distinct, dtype=np.float64))
    number = {value: place for place, value in enumerate(distinct)}
    codes = np.fromiter(map(number.__getitem__, values), dtype=np.int64, count=len(values))
    classes = np.empty(len(distinct), dtype=y.dtype)
    classes[:] = distinct
    return Labels(classes, codes)


def _fractional(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()


def _as(dtype: np.dtype[Any], labels: Labels) -> Labels:
    return Labels(labels.classes.astype(dtype), labels.codes)
