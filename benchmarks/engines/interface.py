"""What an engine must offer: fresh models, and what a fitted one says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray


@dataclass(frozen=True)
class Limits:
    """What a fit is asked for; `seconds` is the solver's own time limit."""

    depth: int
    seconds: float
    threads: int = 1


class Model(Protocol):
    """An estimator in scikit-learn's manner."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Any: ...
    def predict(self, X: NDArray[Any]) -> Any: ...


class Engine(ABC):
    """Makes models of one solver and reads what they say after the fit."""

    features_dtype: ClassVar[DTypeLike] = np.int32
    labels_dtype: ClassVar[DTypeLike] = np.int32

    def __init__(self, limits: Limits, variant: str = "") -> None:
        self.limits = limits
        self.variant = variant

    def features(self, table: Any) -> Any:
        """The table in the form that the solver likes best."""
        return np.ascontiguousarray(table, dtype=self.features_dtype)

    @abstractmethod
    def model(self) -> Model:
        """A new model that has seen no data, so that nothing is reused between fits."""

    @abstractmethod
    def finished(self, model: Any) -> bool:
        """Whether the fitted model claims to be proven optimal."""

    @abstractmethod
    def claimed_errors(self, model: Any, rows: int) -> int | None:
        """The training errors the solver says its tree has."""

    def tree(self, model: Any) -> bytes | None:
        """The tree as bytes that are the same for the same tree, where it can be read."""
        return None

    def counts(self, model: Any) -> Mapping[str, int]:
        """What the search counted: figures that do not depend on the machine."""
        return {}
