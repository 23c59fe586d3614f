"""The classification tree with the fewest training errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.metrics import accuracy_score

from exactree import _core
from exactree.columns.thresholds import Target
from exactree.estimators import limits, outcome, table, weights
from exactree.estimators.base import TreeEstimator
from exactree.estimators.class_trees import class_tree
from exactree.estimators.fairness import Fairness
from exactree.estimators.labels import encode, refuse_one_class, refuse_unseen
from exactree.estimators.learning import Asked, learn
from exactree.estimators.metric import Metric
from exactree.estimators.spoken import refuse_others
from exactree.tree import ClassTree


class OptimalTreeClassifier(ClassifierMixin, TreeEstimator):
    """The decision tree with the fewest training errors, and the proof of it.

    Among all trees within the limits no tree makes fewer errors on the training rows. With weights
    or a matrix of costs it is the weight of the errors, or what they cost, that no tree has less
    of; with a metric, such as F1, no tree has a better one; and with fairness no tree that treats
    two groups as nearly alike makes fewer errors. Where the search is stopped first, the best tree
    so far is kept with a bound that no tree passes.

    Parameters
    ----------
    max_depth : int or None, default=3
        The most questions on any path. 0 is a single leaf; None is no limit, for which
        `min_samples_leaf` should then keep the tree small.
    max_leaf_nodes : int or None, default=None
        The most leaves: the best tree within depth and leaves.
    min_samples_leaf : int or float, default=1
        The fewest training rows in a leaf; a float between 0 and 1 is a fraction of all rows,
        rounded up. A single leaf is always allowed. Rows of weight zero are not counted.
    min_weight_fraction_leaf : float, default=0.0
        The least weight of a leaf, as a share of the total weight. Not with a `cost_matrix`.
    ccp_alpha : float, default=0.0
        The price of a leaf, as a share of the total weight: the tree is the best for
        errors / rows + ccp_alpha * leaves, as scikit-learn defines it. A larger price makes the
        tree smaller and the search faster.
    minimize : {"error", "error_then_leaves"}, default="error"
        "error_then_leaves" finds the smallest of the trees with the least objective.
    class_weight : dict, "balanced" or None, default=None
        What rows of each class weigh, as in scikit-learn; times `sample_weight`, if there is one.
    cost_matrix : array-like of shape (n_classes, n_classes) or None, default=None
        What it costs to say the label of a column for a row of a row's class, in the order of
        `classes_`; times the row's weight. None is 1 for every mistake.
    max_error : int, float or None, default=None
        Look only for trees whose objective is less than this. When there is none, a warning
        says so, `status_` is "no_better_tree", and the best tree that was held is kept.
    metric : {"f1", "balanced_accuracy"}, callable or None, default=None
        What the tree is to be best at, for two classes; "f1" is that of the second of `classes_`.
        A function is given confusion matrices as scikit-learn writes them (an ndarray of 2 x 2, a
        row for each true class) and returns a number, greater is better. It must never get better
        when either kind of error gets more frequent and the other does not get less: the trees that
        it is asked about are only those that no tree beats in both. None is the fewest errors.
    fairness : {"demographic_parity", "equal_opportunity"} or None, default=None
        Look only for trees that treat the two groups of the column `sensitive` nearly alike on the
        training rows, for two classes. The rates at which both groups are told the second of
        `classes_` must not differ by more than `max_difference`: of all rows of a group for
        "demographic_parity", of those that are of this class for "equal_opportunity".
    sensitive : str, int or None, default=None
        The column of X, by name or number, whose two values are the groups.
    max_difference : float or None, default=None
        The most that the rates of both groups may differ, either way; between 0 and 1.
    ask_sensitive : bool, default=False
        Whether the tree may ask about the column `sensitive` itself.
    thresholds : {"auto", "all", "mdlp", "reference"}, int or dict, default="auto"
        Where numbers are cut, always halfway between two neighbouring training values. "all" cuts
        between all neighbours: the tree is then the best of all trees. A whole number of quantiles,
        "mdlp" (what tells more of the class than it takes to write down) and "reference" (what a
        boosted model uses) cut less: the tree is then the best of all trees with these cuts.
        "auto" is "all" while that is at most 1000 questions (fewer on more than 40,000 rows), else
        as many quantiles as that allows. `columns_` tells what was chosen. A dict gives
        each column its own, by name or number; "auto" stands for those it does not name.
    time_limit : float or None, default=None
        Seconds that `fit` may take, its preparation included; only the reading of the table and
        the choice of thresholds are not cut short. When they are over, a `ConvergenceWarning` says
        so, `status_` is "time_limit", and the best tree so far is kept.
    n_jobs : int or None, default=None
        Threads to search with: None is 1, -1 every core. A proven tree does not depend on it. With
        `metric` or `fairness` it is always 1.

    Attributes
    ----------
    tree_ : ClassTree
        The tree, as flat arrays; `print(model.tree_)` shows it.
    status_ : str
        "optimal", "time_limit", "interrupted" or "no_better_tree".
    objective_ : int or float
        The tree's training errors, or their weight or cost; with the price of its leaves. With
        `metric` its value for the training rows, of which more is better.
    lower_bound_ : int or float
        No tree within the limits has a lower objective than this. Not with `metric`.
    upper_bound_ : float
        No tree within the limits has a higher objective than this. Only with `metric`.
    gap_ : int or float
        What lies between `objective_` and the bound; 0 is a proof that the tree is optimal.
    front_ : Front
        The pairs of false positives and false negatives that no tree beats in both, with a tree for
        each. Only with `metric`.
    group_rates_ : dict
        The rates that `fairness` compares, by the groups' values. Only with `fairness`.
    columns_ : Columns
        What was learned of each column; `print(model.columns_)` shows how many questions it opened
        into, out of how many, and why.
    depth_, n_leaves_ : int
        The tree's size.
    stats_ : Statistics
        What the search took.
    classes_ : ndarray
        The labels.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of str
        The columns' names, when the table had names that are all text.

    Notes
    -----
    Ctrl-C during `fit` raises `KeyboardInterrupt` as always, with the best tree so far kept on the
    estimator and "interrupted" as its `status_`.

    Of several trees with equally few errors it is always the same one: a leaf is kept before
    a question is asked, and of several questions the one with the purest split (weighted Gini) is
    asked, the first column on ties. A search that was stopped may hold another tree with as few
    errors: its `gap_` is 0 then, which is a proof all the same.

    With `metric` or `fairness` a leaf may say the class that fewer of its rows have, where this
    makes up for other leaves. `predict` returns what leaves say, `predict_proba` the shares of the
    classes among their rows, so the two may differ. Neither parameter combines with the other, nor
    with `sample_weight`, `class_weight`, `cost_matrix`, `ccp_alpha`, `minimize` and `max_error`.

    Examples
    --------
    >>> from exactree import OptimalTreeClassifier
    >>> rain_wind = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> model = OptimalTreeClassifier(max_depth=2).fit(rain_wind, ["out", "out", "out", "in"])
    >>> model.status_, model.objective_
    ('optimal', 0)
    >>> model.predict([[1, 1], [0, 1]])
    array(['in', 'out'], dtype='<U3')
    """

    tree_: ClassTree

    def __init__(
        self,
        max_depth: int | None = 3,
        *,
        max_leaf_nodes: int | None = None,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        ccp_alpha: float = 0.0,
        minimize: str = "error",
        class_weight: Mapping[Any, float] | str | None = None,
        cost_matrix: Any = None,
        max_error: int | float | None = None,
        metric: str | Callable[[NDArray[np.int64]], float] | None = None,
        fairness: str | None = None,
        sensitive: str | int | None = None,
        max_difference: float | None = None,
        ask_sensitive: bool = False,
        thresholds: str | int | Mapping[Any, str | int] = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.ccp_alpha = ccp_alpha
        self.minimize = minimize
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.max_error = max_error
        self.metric = metric
        self.fairness = fairness
        self.sensitive = sensitive
        self.max_difference = max_difference
        self.ask_sensitive = ask_sensitive
        self.thresholds = thresholds
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OptimalTreeClassifier:
        """Find the tree.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The table: numpy, lists, pandas, polars, pyarrow or scipy sparse. Its columns hold
            numbers, booleans or text (or another type of categories), and some may be missing.
        y : array-like of shape (n_samples,)
            The label of each row, of any kind: text, booleans, whole numbers, categories.
        sample_weight : array-like of shape (n_samples,) or None, default=None
            What each row weighs; a row of weight 2 counts like two rows, one of weight 0 is left
            out. None weighs each 1.

        Returns
        -------
        OptimalTreeClassifier
            This estimator.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier(max_depth=1).fit([[0], [1], [1]], [True, False, True]).objective_
        1
        """
        start = perf_counter()
        self._forget()
        asked = Asked.of(self)
        share_of_leaf = limits.leaf_weight(self.min_weight_fraction_leaf)
        wanted = _beyond_sums(self, sample_weight)
        given, y = table.read_labelled(self, X, y)
        labels = encode(y)
        refuse_one_class(labels)
        if wanted is not None:
            interrupt = wanted.fit(self, given, labels, asked, start)
            if interrupt is not None:
                raise interrupt
            outcome.announce(self)
            return self
        of_rows = weights.both(
            weights.of_rows(sample_weight, given.rows),
            weights.of_classes(self.class_weight, labels),
            labels,
        )
        mistakes = weights.of_mistakes(self.cost_matrix, labels.classes)
        if of_rows is not None and not of_rows.all():
            weigh = np.flatnonzero(of_rows)
            given, of_rows = given.of_rows(weigh), of_rows[weigh]
            labels = labels._replace(codes=labels.codes[weigh])
        goal: Any
        if of_rows is None and mistakes is None:
            goal, weighing = _core.Errors(labels.codes, len(labels.classes)), None
            weight = float(given.rows)
        else:
            costs = weights.of_labels(labels.codes, len(labels.classes), of_rows, mistakes)
            goal, weighing = _core.LabelCosts(costs), costs
            weight = float(given.rows if of_rows is None else of_rows.sum())
        if share_of_leaf and mistakes is not None:
            raise ValueError(
                f"min_weight_fraction_leaf={share_of_leaf} does not go with a cost_matrix; "
                "use min_samples_leaf"
            )
        least_rows = limits.leaf_rows(self.min_samples_leaf, given.rows)
        if weighing is None:
            least_rows = max(least_rows, math.ceil(share_of_leaf * given.rows))
        learned = learn(
            self,
            given,
            Target(labels.codes, len(labels.classes)),
            goal,
            asked,
            start,
            min_samples_leaf=least_rows,
            min_leaf_weight=share_of_leaf * weight,
            weight=weight,
        )
        self.columns_ = learned.columns
        self.classes_ = labels.classes
        self.tree_ = class_tree(learned, labels, of_rows, weighing)
        outcome.conclude(self, learned, start)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the label of the leaf each row ends in.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            Labels, of the type that `fit` was given.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], [-1, 1]).predict([[1], [1], [0]])
        array([ 1,  1, -1])
        """
        leaves = self.apply(X)
        return self.classes_[self.tree_.label][leaves]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the share of each class in the weight of the leaf each row ends in.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            One column a class, in the order of `classes_`.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> model = OptimalTreeClassifier().fit([[0], [1], [1], [1], [1]], [0, 1, 1, 1, 0])
        >>> model.predict_proba([[0], [1]])
        array([[1.  , 0.  ],
               [0.25, 0.75]])
        """
        leaves = self.apply(X)
        weights = self.tree_.weights
        shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return shares[leaves]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of rows that get their own label.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.
        y : array-like of shape (n_samples,)
            Their true labels, each among `classes_`.
        sample_weight : array-like of shape (n_samples,) or None, default=None
            What each row counts; None counts each once.

        Returns
        -------
        float
            The accuracy.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).score([[0], [1]], ["a", "a"])
        0.5
        """
        predicted = self.predict(X)
        refuse_unseen(self.classes_, y)
        return float(accuracy_score(y, predicted, sample_weight=sample_weight))


def _beyond_sums(estimator: OptimalTreeClassifier, sample_weight: Any) -> Metric | Fairness | None:
    """What is asked of a tree that is no sum over its leaves, checked; None for a sum."""
    metric, fairness = Metric.of(estimator.metric), Fairness.of(estimator)
    if metric is not None and fairness is not None:
        raise ValueError(
            f"{metric.told} and {fairness.told} do not combine: a tree has the best metric of all, "
            "or the fewest errors of those that are fair"
        )
    wanted = metric or fairness
    if wanted is not None:
        refuse_others(wanted.told, estimator, sample_weight)
    return wanted
