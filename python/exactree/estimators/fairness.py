"""Bounds on how differently a tree may treat two groups."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactree import _core
from exactree.columns import admission
from exactree.columns.naming import number_of
from exactree.columns.reading import Table
from exactree.columns.thresholds import Target
from exactree.columns.values import Kind, Values
from exactree.estimators import outcome
from exactree.estimators.labels import Labels
from exactree.estimators.learning import Asked, learn
from exactree.estimators.spoken import least_rows, refuse_other_than_two, spoken_tree

RATES = ("demographic_parity", "equal_opportunity")


class Groups(NamedTuple):
    """The two values of a sensitive column, and for each row the place of its own."""

    values: tuple[Any, Any]
    codes: NDArray[np.int64]


@dataclass(frozen=True)
class Fairness:
    """What the user asks of two groups, checked."""

    rate: str
    sensitive: Any
    most: float
    may_ask: bool

    @property
    def told(self) -> str:
        """How the user asked for it."""
        return f"fairness={self.rate!r}"

    @classmethod
    def of(cls, estimator: Any) -> Fairness | None:
        """Check an estimator's parameters on fairness; None where it asks for none.

        >>> from exactree import OptimalTreeClassifier
        >>> Fairness.of(OptimalTreeClassifier(sensitive="sex"))
        Traceback (most recent call last):
        ...
        ValueError: sensitive='sex' has no meaning without fairness; use fairness=\
'demographic_parity' or 'equal_opportunity' with it
        """
        rate, sensitive, most = estimator.fairness, estimator.sensitive, estimator.max_difference
        one_of = " or ".join(map(repr, RATES))
        if rate is None:
            plain = {"sensitive": None, "max_difference": None, "ask_sensitive": False}
            for name, default in plain.items():
                value = getattr(estimator, name)
                if value is not default:
                    raise ValueError(
                        f"{name}={value!r} has no meaning without fairness; use fairness={one_of} "
                        "with it"
                    )
            return None
        if not isinstance(rate, str) or rate not in RATES:
            raise ValueError(f"fairness={rate!r} is not {one_of}, nor None")
        if sensitive is None:
            raise ValueError(
                f"fairness={rate!r} needs sensitive, the name or number of the column of X that "
                "holds the two groups"
            )
        meaning = "the most that the rates of two groups may differ, between 0 and 1"
        if isinstance(most, (bool, np.bool_)) or not isinstance(most, Real):
            raise TypeError(
                f"max_difference={most!r} is of type {type(most).__name__}, not a number: {meaning}"
            )
        if not 0.0 <= float(most) <= 1.0:
            raise ValueError(f"max_difference={most!r} must lie in 0..1: {meaning}")
        if not isinstance(estimator.ask_sensitive, (bool, np.bool_)):
            raise TypeError(f"ask_sensitive={estimator.ask_sensitive!r} is neither True nor False")
        return cls(rate, sensitive, float(most), bool(estimator.ask_sensitive))

    def fit(
        self, estimator: Any, given: Table, labels: Labels, asked: Asked, start: float
    ) -> BaseException | None:
        """Find the best fair tree and put it on the estimator; returns what a signal raised."""
        refuse_other_than_two(self.told, labels)
        names = admission.names(estimator)
        number = number_of(self.sensitive, names, "sensitive is")
        groups = groups_of(given.column(number, names[number]), names[number])
        if self.rate == "equal_opportunity":
            _refuse_no_positives(groups, labels, names[number])
        learned = learn(
            estimator,
            given,
            Target(labels.codes, 2),
            _core.Fairness(labels.codes, groups.codes, self.rate, self.most),
            asked,
            start,
            min_samples_leaf=least_rows(estimator, given.rows),
            weight=float(given.rows),
            search=_core.solve_fair,
            hidden=None if self.may_ask else number,
        )
        found: _core.FairSolution = learned.solution
        strata = found.tree.counts  # of both classes in the first group, then in the second
        counts = strata[:, :2] + strata[:, 2:]
        estimator.columns_ = learned.columns
        estimator.classes_ = labels.classes
        estimator.tree_ = spoken_tree(found.tree, counts, learned.columns, names, labels.classes)
        estimator.group_rates_ = dict(zip(groups.values, found.rates, strict=True))
        outcome.keep(estimator, found, found.cost, found.floor, perf_counter() - start)
        return found.interrupt


def groups_of(values: Values, name: str) -> Groups:
    """Read the groups off a column, which must have two values and none missing.

    >>> from exactree.columns.values import from_objects
    >>> groups_of(from_objects(["m", "f", "m"], "sex"), "sex")
    Groups(values=('f', 'm'), codes=array([1, 0, 1]))
    >>> groups_of(from_objects([31, 20, 45], "age"), "age")
    Traceback (most recent call last):
    ...
    ValueError: column 'age' holds 3 values (20, 31, 45), but fairness compares two groups; give X \
a column of two values, such as whether this one is above a limit
    """
    if values.missing is not None and values.missing.any():
        rows = np.flatnonzero(values.missing)
        raise ValueError(
            f"column {name!r} has no value in {len(rows)} of {len(values.cells)} rows, the first "
            f"of them row {rows[0]}: fairness compares two groups, and each row must be of one. "
            "Fill the values in, or leave the rows out."
        )
    if values.kind is Kind.CATEGORY:
        present, codes = list(values.categories), values.cells.astype(np.int64)
    else:
        distinct, codes = np.unique(values.cells, return_inverse=True)
        present, codes = distinct.tolist(), codes.astype(np.int64)
    if len(present) != 2:
        shown = ", ".join(map(repr, present[:5])) + (", ..." if len(present) > 5 else "")
        plural = "value" if len(present) == 1 else "values"
        raise ValueError(
            f"column {name!r} holds {len(present)} {plural} ({shown}), but fairness compares two "
            "groups; give X a column of two values, such as whether this one is above a limit"
        )
    return Groups((present[0], present[1]), codes)


def _refuse_no_positives(groups: Groups, labels: Labels, name: str) -> None:
    """Refuse a group whose true positive rate is a division by zero."""
    positive = labels.classes.tolist()[1]
    for place, value in enumerate(groups.values):
        own = groups.codes == place
        if not np.any(labels.codes[own]):
            raise ValueError(
                f"fairness='equal_opportunity' compares true positive rates, but none of the "
                f"{np.count_nonzero(own)} rows with {value!r} in column {name!r} is of class "
                f"{positive!r}"
            )
