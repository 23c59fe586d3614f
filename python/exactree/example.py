"""A small made-up table to try things on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

QUESTIONS = (
    "below freezing at dawn",
    "rain yesterday",
    "clear sky",
    "wind above 20 km/h",
    "road is a bridge",
    "salted this week",
    "busy road",
    "weekend",
)


class Example(NamedTuple):
    """A table, its labels, and what its columns are called."""

    X: NDArray[np.bool_]
    y: NDArray[Any]
    feature_names: tuple[str, ...]


def icy_roads(rows: int = 500, noise: float = 0.05, seed: int = 0) -> Example:
    """Make up mornings on which a road is icy or not.

    On a freezing morning a road that was not salted is icy after rain, and a bridge under a clear
    sky even without. The other questions are there to mislead, and so is the noise.

    Parameters
    ----------
    rows : int, default=500
        How many mornings.
    noise : float, default=0.05
        The share of labels drawn by lot.
    seed : int, default=0
        The same seed makes the same table.

    Returns
    -------
    Example
        The table `X`, the labels `y` ("dry" or "icy"), and the columns' `feature_names`.

    Examples
    --------
    >>> from exactree.example import icy_roads
    >>> icy_roads(rows=4).X.shape
    (4, 8)
    """
    random = np.random.RandomState(seed)
    X = random.random_sample((rows, len(QUESTIONS))) < 0.5
    freezing, rain, clear, _, bridge, salted, _, _ = X.T
    icy = freezing & ~salted & (rain | (bridge & clear))
    lot = random.random_sample(rows)
    icy = np.where(lot < noise, lot < noise / 2, icy)
    return Example(X, np.where(icy, "icy", "dry"), QUESTIONS)
