"""What an engine must offer: fresh models, and what a fitted one says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
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
    penalty: float = 0.0
    """The price of a leaf, as a share of the rows."""


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

    def answers(self, labels: NDArray[Any], weights: NDArray[np.float64] | None) -> tuple[Any, ...]:
        """What `fit` is given beside the table; weights only where rows have them."""
        return (np.ascontiguousarray(labels, dtype=self.labels_dtype),)

    @abstractmethod
    def model(self) -> Model:
        """A new model that has seen no data, so that nothing is reused between fits."""

    @abstractmethod
    def finished(self, model: Any) -> bool:
        """Whether the fitted model claims to be proven optimal."""

    def trees(self, model: Any) -> Sequence[Any]:
        """What was fitted: the model itself, or one a size where every size was asked for."""
        return [model]

    @abstractmethod
    def claimed_cost(self, tree: Any, rows: int) -> float | None:
        """What the solver says its tree costs; None where there is none."""

    def predict(self, tree: Any, x: Any) -> NDArray[Any]:
        """What a tree says of the rows."""
        return np.asarray(tree.predict(x))

    def leaves(self, tree: Any) -> int:
        """How many leaves it has, asked only where they have a price."""
        raise NotImplementedError(f"{type(self).__module__} does not count leaves")

    def tree(self, model: Any) -> bytes | None:
        """The tree as bytes that are the same for the same tree, where it can be read."""
        return None

    def counts(self, model: Any) -> Mapping[str, int]:
        """What the search counted: figures that do not depend on the machine."""
        return {}
