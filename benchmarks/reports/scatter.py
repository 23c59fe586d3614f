"""The plot of a comparison: our seconds across, the peer's up, ratios as diagonals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from matplotlib.figure import Figure

from ..task import Measurement

COLOURS = {3: "#7f7f7f", 4: "#1f77b4", 5: "#d95f02", 6: "#1b9e77"}


class Pair(Protocol):
    """Two measurements of one problem."""

    @property
    def depth(self) -> int: ...
    @property
    def ours(self) -> Measurement | None: ...
    @property
    def peer(self) -> Measurement | None: ...
    @property
    def table(self) -> str: ...
    @property
    def is_bound(self) -> bool: ...
