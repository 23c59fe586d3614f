"""The clustering whose clusters are the leaves of a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClusterMixin

from exactree.columns import admission
from exactree.estimators import limits, outcome, weights
from exactree.estimators.base import TreeEstimator
from exactree.estimators.criteria import SquaredError
from exactree.estimators.learning import Asked
from exactree.estimators.measured import measure
from exactree.estimators.numeric import Weighed, as_tree, learn_numbers


class OptimalTreeClusterer(ClusterMixin, TreeEstimator):
    """The clusters that a tree can tell apart, as tight as can be, and the proof of it.

    Each leaf is a cluster, and the questions on the path to it say which rows it holds. Among all
    trees within the limits no tree has a lower sum of squared distances of the training rows to
    the centres of their clusters. Where the search is stopped first, the best tree so far is kept
    with a floor that no tree goes below.

    Parameters
    ----------
    max_depth : int or None, default=3
        The most questions on any path, so at most 2 ** max_depth clusters. None is no limit, for
        which `min_samples_leaf`, `max_leaf_nodes` or `ccp_alpha` should keep the tree small.
    columns : sequence of str or int, or None, default=None
        The columns in which distances are measured, by name or number. None is all that hold
        numbers or booleans. The tree may ask about every column, whether it is among these or not.
        A missing value among them is taken for the mean of its column.
    scale : bool, default=True
        Whether these columns are divided by their standard deviations first, so that a column does
        not count more because it is told in grams instead of tons. False takes them as they are.
    max_leaf_nodes : int or None, default=None
        The most clusters.
    min_samples_leaf : int or float, default=1
        The fewest training rows in a cluster; a float between 0 and 1 is a fraction of all rows,
        rounded up. A single cluster is always allowed. Rows of weight zero are not counted.
    ccp_alpha : float, default=0.0
        The price of a cluster, against the mean squared distance of a row: the tree is the best
        for mean squared distance + ccp_alpha * clusters. With `scale` and without missing values a
        single cluster's mean squared distance is the number of columns that are not constant.
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
        The tree, as flat arrays; `print(model.tree_)` shows it. A leaf says the number of its
        cluster, any other node -1.
    labels_ : ndarray of int64, shape (n_samples,)
        The cluster of each training row; clusters are numbered from 0, in the order of the tree.
    cluster_centers_ : ndarray of shape (n_clusters, n_measured)
        The mean of each cluster, in the columns' own units.
    measured_ : list of str
        The columns in which distances were measured, as `cluster_centers_` has them.
    scale_ : ndarray of shape (n_measured,)
        What they were divided by; all 1 without `scale`.
    status_ : str
        "optimal", "time_limit", "interrupted" or "no_better_tree".
    objective_ : float
        The sum of squared distances to the centres, in columns divided by `scale_`, each times its
        row's weight; with the price of the clusters, each ccp_alpha times the weight of all rows.
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
    A proof is about sums that are rounded, as for `OptimalTreeRegressor`. To cluster by numbers
    that the tree should not ask about, give them to an `OptimalTreeRegressor` as several columns of
    `y`; its leaves are the clusters then.

    Ctrl-C during `fit` raises `KeyboardInterrupt` as always, with the best tree so far kept on the
    estimator and "interrupted" as its `status_`.

    Examples
    --------
    >>> from exactree import OptimalTreeClusterer
    >>> width_height = [[1, 1], [2, 1], [8, 1], [9, 1], [8, 9], [9, 9]]
    >>> model = OptimalTreeClusterer(max_leaf_nodes=3, scale=False).fit(width_height)
    >>> print(model.tree_)
    x1 <= 5?
    ├── no:  0  (2 rows, squared error 0.5)
    └── yes: x0 <= 5?
        ├── no:  1  (2 rows, squared error 0.5)
        └── yes: 2  (2 rows, squared error 0.5)
    >>> model.status_, model.objective_, model.labels_.tolist()
    ('optimal', 1.5, [2, 2, 1, 1, 0, 0])
    >>> model.cluster_centers_
    array([[8.5, 9. ],
           [8.5, 1. ],
           [1.5, 1. ]])
    """

    def __init__(
        self,
        max_depth: int | None = 3,
        *,
        columns: Sequence[str | int] | None = None,
        scale: bool = True,
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
        self.columns = columns
        self.scale = scale
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_leaf = min_samples_leaf
        self.ccp_alpha = ccp_alpha
        self.minimize = minimize
        self.max_error = max_error
        self.thresholds = thresholds
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> OptimalTreeClusterer:
        """Find the clusters.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The table: numpy, lists, pandas, polars, pyarrow or scipy sparse. Its columns hold
            numbers, booleans or text (or another type of categories), and some may be missing.
        y : None
            Not looked at; there because scikit-learn's pipelines pass it.
        sample_weight : array-like of shape (n_samples,) or None, default=None
            What each row weighs; a row of weight 2 counts like two rows, one of weight 0 is left
            out. None weighs each 1.

        Returns
        -------
        OptimalTreeClusterer
            This estimator.

        Examples
        --------
        >>> from exactree import OptimalTreeClusterer
        >>> OptimalTreeClusterer(max_depth=1).fit([[1], [2], [8]]).labels_
        array([1, 1, 0])
        """
        start = perf_counter()
        self._forget()
        asked = Asked.of(self)
        is_scaled = limits.switch("scale", self.scale)
        table = admission.learn_columns(self, X)
        weighed = Weighed.of(table, weights.of_rows(sample_weight, table.rows))
        measured = measure(
            weighed.table, admission.names(self), self.columns, is_scaled, weighed.weights
        )
        criterion = SquaredError()
        scaled = measured.numbers / measured.scale
        learned, held = learn_numbers(self, weighed, scaled, criterion, asked, start)
        leaves = np.flatnonzero(learned.shape.feature < 0)
        cluster = np.full(len(learned.shape.feature), -1)
        cluster[leaves] = np.arange(len(leaves))
        self.columns_ = learned.columns
        self.measured_, self.scale_ = measured.names, measured.scale
        self.tree_ = as_tree(learned.shape, cluster, held, criterion.measure)
        self.cluster_centers_ = held.says[leaves] * measured.scale
        self.labels_ = cluster[self.tree_.apply(table)]
        outcome.conclude(self, learned, start)
        return self

    def predict(self, X: Any) -> NDArray[np.int64]:
        """Return the cluster of the leaf each row ends in.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            Numbers of clusters; rows of `cluster_centers_`.

        Examples
        --------
        >>> from exactree import OptimalTreeClusterer
        >>> OptimalTreeClusterer(max_depth=1).fit([[1], [2], [8]]).predict([[0], [9]])
        array([1, 0])
        """
        leaves = self.apply(X)
        return np.asarray(self.tree_.says[leaves])
