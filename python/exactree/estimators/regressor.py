"""The regression tree whose predictions are closest to the training targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin
from sklearn.utils import check_consistent_length

from exactree.columns import admission
from exactree.estimators import criteria, outcome, targets, weights
from exactree.estimators.base import TreeEstimator
from exactree.estimators.criteria.quantile import shares
from exactree.estimators.learning import Asked
from exactree.estimators.numeric import Weighed, as_tree, learn_numbers, learn_quantiles


class OptimalTreeRegressor(RegressorMixin, TreeEstimator):
    """The regression tree with the least error, squared or absolute, and the proof of it.

    Each leaf predicts the mean of its training rows, or their median or another quantile. Among all
    trees within the limits no tree has a lower sum of errors on the training rows, or of their
    weights times errors.
    Where the search is stopped first, the best tree so far is kept with a floor that no tree goes
    below.

    Parameters
    ----------
    max_depth : int or None, default=3
        The most questions on any path. 0 is a single leaf; None is no limit, for which
        `min_samples_leaf` should then keep the tree small.
    criterion : {"squared_error", "absolute_error", "quantile"}, default="squared_error"
        What a prediction costs. "squared_error" is the square of its distance to the target, which
        a mean has least of. "absolute_error" is the distance itself: leaves say medians, the lower
        of two. "quantile" is the pinball loss of `quantile`.
    quantile : float or list of float, default=0.5
        The share of a leaf's rows that its prediction should not be below, for the criterion
        "quantile". A list learns one tree for each in one search that shares its work: `trees_`
        has them, and `predict` gives a column for each.
    max_leaf_nodes : int or None, default=None
        The most leaves: the best tree within depth and leaves.
    min_samples_leaf : int or float, default=1
        The fewest training rows in a leaf; a float between 0 and 1 is a fraction of all rows,
        rounded up. A single leaf is always allowed. Rows of weight zero are not counted.
    ccp_alpha : float, default=0.0
        The price of a leaf, against the mean error of a row: the tree is the best for
        mean squared error + ccp_alpha * leaves, as scikit-learn defines it. A larger price makes
        the tree smaller and the search faster. With several columns in `y` their errors are summed.
    minimize : {"error", "error_then_leaves"}, default="error"
        "error_then_leaves" finds the smallest of the trees with the least objective.
    max_error : int, float or None, default=None
        Look only for trees whose objective is less than this. When there is none, a warning
        says so, `status_` is "no_better_tree", and the best tree that was held is kept.
    thresholds : {"auto", "all", "reference"}, int or dict, default="auto"
        Where numbers are cut, always halfway between two neighbouring training values. "all" cuts
        between all neighbours: the tree is then the best of all trees. A whole number of quantiles
        and "reference" (what boosted models use) cut less: the tree is then the best of all trees
        with these cuts. "auto" is "all" while that is at most 1000 questions (fewer on more than
        40,000 rows), else as many quantiles as that allows. `columns_` tells what was chosen. A
        dict gives each column its own, by name or number; "auto" stands for those it does not name.
    time_limit : float or None, default=None
        Seconds that `fit` may take, its preparation included; only the reading of the table and
        the choice of thresholds are not cut short. When they are over, a `ConvergenceWarning` says
        so, `status_` is "time_limit", and the best tree so far is kept.
    n_jobs : int or None, default=None
        Threads to search with: None is 1, -1 every core. A proven objective does not depend on it.

    Attributes
    ----------
    tree_ : Tree
        The tree, as flat arrays; `print(model.tree_)` shows it. With a list of quantiles it is that
        of the first.
    trees_ : tuple of Tree
        With a list of quantiles, the tree of each. `objective_` and `lower_bound_` are their sums.
    status_ : str
        "optimal", "time_limit", "interrupted" or "no_better_tree".
    objective_ : float
        The sum of the tree's squared errors, each times its row's weight; with the price of its
        leaves, each ccp_alpha times the weight of all rows.
    lower_bound_ : float
        No tree within the limits has a lower objective than this.
    gap_ : float
        `objective_ - lower_bound_`; 0 is a proof that the tree is optimal.
    columns_ : Columns
        What was learned of each column; `print(model.columns_)` shows how many questions it opened
        into, out of how many, and why.
    depth_, n_leaves_ : int
        The tree's size.
    stats_ : Statistics
        What the search took.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of str
        The columns' names, when the table had names that are all text.

    Notes
    -----
    Squares are sums of fractions, so a proof is about sums that are rounded: targets and weights
    to one part in 2^51 of what they sum up to, and the price of a tree to some parts in 2^42 a row
    of what a single leaf costs. A split that gains less than that is not made.

    Ctrl-C during `fit` raises `KeyboardInterrupt` as always, with the best tree so far kept on the
    estimator and "interrupted" as its `status_`.

    Examples
    --------
    >>> from exactree import OptimalTreeRegressor
    >>> garden_lift = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> model = OptimalTreeRegressor(max_depth=1).fit(garden_lift, [500, 520, 700, 730])
    >>> model.status_, model.objective_
    ('optimal', 650.0)
    >>> model.predict([[1, 0], [0, 0]])
    array([715., 510.])
    """

    def __init__(
        self,
        max_depth: int | None = 3,
        *,
        criterion: str = "squared_error",
        quantile: float | Sequence[float] = 0.5,
        max_leaf_nodes: int | None = None,
        min_samples_leaf: int | float = 1,
        ccp_alpha: float = 0.0,
        minimize: str = "error",
        max_error: int | float | None = None,
        thresholds: str | int | Mapping[Any, str | int] = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.criterion = criterion
        self.quantile = quantile
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_leaf = min_samples_leaf
        self.ccp_alpha = ccp_alpha
        self.minimize = minimize
        self.max_error = max_error
        self.thresholds = thresholds
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OptimalTreeRegressor:
        """Find the tree.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The table: numpy, lists, pandas, polars, pyarrow or scipy sparse. Its columns hold
            numbers, booleans or text (or another type of categories), and some may be missing.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The number of each row, or several: one tree then predicts them all. They are priced
            as they are, so a column of large numbers counts more.
        sample_weight : array-like of shape (n_samples,) or None, default=None
            What each row weighs; a row of weight 2 counts like two rows, one of weight 0 is left
            out. None weighs each 1.

        Returns
        -------
        OptimalTreeRegressor
            This estimator.

        Examples
        --------
        >>> from exactree import OptimalTreeRegressor
        >>> OptimalTreeRegressor(max_depth=0).fit([[0], [1], [1]], [1, 2, 6]).objective_
        14.0
        """
        start = perf_counter()
        self._forget()
        asked = Asked.of(self)
        criterion = criteria.of(self)
        numbers = targets.read(self, y, several=criterion.takes_columns)
        table = admission.learn_columns(self, X)
        check_consistent_length(X, numbers)
        weighed = Weighed.of(table, weights.of_rows(sample_weight, table.rows))
        columns = targets.by_column(numbers)[weighed.rows]
        if self.criterion == "quantile" and np.ndim(self.quantile) == 1:
            each = learn_quantiles(self, weighed, columns, shares(self.quantile), asked, start)
            self.columns_ = each.columns
            self.trees_ = each.trees
            self.tree_ = each.trees[0]
            outcome.conclude_all(self, each.learned, each.trees, start)
            return self
        learned, held = learn_numbers(self, weighed, columns, criterion, asked, start)
        says = held.says[:, 0] if held.says.shape[1] == 1 else held.says
        self.columns_ = learned.columns
        self.tree_ = as_tree(learned.shape, says, held, criterion.measure)
        outcome.conclude(self, learned, start)
        return self

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return what the leaf of each row says.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
            Numbers; one column for each column of `y`, if there was more than one, or for each of a
            list of quantiles.

        Examples
        --------
        >>> from exactree import OptimalTreeRegressor
        >>> OptimalTreeRegressor().fit([[0], [1], [1]], [3, 4, 5]).predict([[1], [0]])
        array([4.5, 3. ])
        """
        if hasattr(self, "trees_"):
            table = admission.same_columns(self, X)
            return np.column_stack([tree.says[tree.apply(table)] for tree in self.trees_])
        leaves = self.apply(X)
        return np.asarray(self.tree_.says[leaves])

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn whether several columns of targets are taken."""
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = criteria.takes_columns(self)
        return tags
