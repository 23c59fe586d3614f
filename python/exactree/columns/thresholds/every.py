"""Every midpoint.

Midpoints between two values whose rows are all of one class are kept, too. The best single split
never needs them (Fayyad and Irani 1992), but the best tree may: of two rows of one class the two
sides of a split may each get right only its own, by the questions they ask further down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactree.columns.thresholds.distinct import Distinct, Target


def places(columns: Sequence[Distinct], target: Target | None) -> list[NDArray[np.int64]]:
    """Cut between all neighbours."""
    return [np.arange(column.n_midpoints) for column in columns]
