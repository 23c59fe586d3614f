"""The classification tree with the fewest training errors."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.metrics import accuracy_score

from exactree import _core
from exactree.columns import admission
from exactree.columns.questions import columns_of
from exactree.columns.thresholds import Target
from exactree.estimators import limits, outcome, table
from exactree.estimators.base import TreeEstimator
from exactree.estimators.labels import encode, refuse_one_class, refuse_unseen
from exactree.tree import Tree


class OptimalTreeClassifier(ClassifierMixin, TreeEstimator):
    """The decision tree with the fewest training errors, and the proof of it.

    Among all trees within the limits no tree makes fewer errors on the training rows. Where the
    search is stopped first, the best tree so far is kept with a floor that no tree goes below.

    Parameters
    ----------
    max_depth : int or None, default=3
        The most questions on any path. 0 is a single leaf; None is no limit, for which
        `min_samples_leaf` should then keep the tree small.
    min_samples_leaf : int or float, default=1
        The fewest training rows in a leaf; a float between 0 and 1 is a fraction of all rows,
        rounded up. A single leaf is always allowed.
    max_error : int or None, default=None
        Look only for trees with fewer training errors than this. When there is none, a warning
        says so, `status_` is "no_better_tree", and the best tree that was held is kept.
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
        Threads to search with: None is 1, -1 every core. A proven tree does not depend on it.

    Attributes
    ----------
    tree_ : Tree
        The tree, as flat arrays; `print(model.tree_)` shows it.
    status_ : str
        "optimal", "time_limit", "interrupted" or "no_better_tree".
    objective_ : int
        The tree's training errors.
    lower_bound_ : int
        No tree within the limits makes fewer training errors than this.
    gap_ : int
        `objective_ - lower_bound_`; 0 is a proof that the tree is optimal.
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

    def __init__(
        self,
        max_depth: int | None = 3,
        *,
        min_samples_leaf: int | float = 1,
        max_error: int | None = None,
        thresholds: str | int | Mapping[Any, str | int] = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.max_error = max_error
        self.thresholds = thresholds
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> OptimalTreeClassifier:
        """Find the tree.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The table: numpy, lists, pandas, polars, pyarrow or scipy sparse. Its columns hold
            numbers, booleans or text (or another type of categories), and some may be missing.
        y : array-like of shape (n_samples,)
            The label of each row, of any kind: text, booleans, whole numbers, categories.

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
        max_depth = limits.depth(self.max_depth)
        max_error = limits.most_errors(self.max_error)
        time_limit = limits.seconds(self.time_limit)
        n_threads = limits.threads(self.n_jobs)
        given, y = table.read_labelled(self, X, y)
        labels = encode(y)
        refuse_one_class(labels)
        min_samples_leaf = limits.leaf_rows(self.min_samples_leaf, given.rows)

        def solve(answers: NDArray[Any]) -> _core.Solution:
            return _core.solve(
                answers,
                labels.codes,
                len(labels.classes),
                max_depth=max_depth,
                min_samples_leaf=min_samples_leaf,
                max_error=max_error,
                time_limit=limits.left(time_limit, perf_counter() - start),
                n_threads=n_threads,
            )

        names = admission.names(self)
        target = Target(labels.codes, len(labels.classes))
        self.columns_, solution = table.search(given, names, self.thresholds, target, solve)
        questions = self.columns_.asked(solution.feature)
        self.classes_ = labels.classes
        self.tree_ = Tree(
            columns_of(questions),
            solution.no,
            solution.yes,
            solution.label,
            solution.counts,
            labels.classes,
            names,
            questions,
        )
        outcome.keep(self, solution, perf_counter() - start)
        if solution.interrupt is not None:
            raise solution.interrupt
        outcome.announce(self)
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
        """Return the share of each class among the training rows of the leaf each row ends in.

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
        shares = self.tree_.counts / self.tree_.rows[:, np.newaxis]
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
