"""What a criterion of numbers must offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray


class Criterion(ABC):
    """How well a number stands for the targets of a leaf's rows.

    Targets have one column or, where the criterion allows it, several. Weights are above 0; None
    weighs each row 1.
    """

    measure: ClassVar[str]
    """What costs count, for `Tree.measure`."""
    takes_columns: ClassVar[bool]
    """Whether targets may have several columns."""

    @classmethod
    def of(cls, estimator: Any) -> Criterion:
        """The criterion with what it needs of an estimator's parameters, checked."""
        return cls()

    @abstractmethod
    def goal(self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None) -> Any:
        """What the core is to search for."""

    @abstractmethod
    def says(
        self, targets: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The numbers that cost least for all these rows, by column."""

    @abstractmethod
    def cost(
        self,
        targets: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        says: NDArray[np.float64],
    ) -> float:
        """What these numbers cost for all these rows together."""
