"""What every estimator with one tree does alike: walk rows down it, tell its size."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from exactree.columns import admission
from exactree.columns.door import Columns
from exactree.tree import Tree


class TreeEstimator(BaseEstimator):
    """An estimator whose fitted state is a `Tree` in `tree_`."""

    tree_: Tree
    columns_: Columns

    def apply(self, X: Any) -> NDArray[np.int64]:
        """Return the leaf each row ends in.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            Node numbers of `tree_`.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).apply([[1], [0], [1]])
        array([2, 1, 2])
        """
        check_is_fitted(self, "tree_")
        return self.tree_.apply(admission.same_columns(self, X))

    def decision_path(self, X: Any) -> csr_matrix:
        """Return the nodes each row passes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        csr_matrix of shape (n_samples, n_nodes)
            A 1 in row i for each node of `tree_` that row i passes, root and leaf included.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> model = OptimalTreeClassifier().fit([[0], [1]], ["a", "b"])
        >>> model.decision_path([[0], [1]]).toarray()
        array([[1, 1, 0],
               [1, 0, 1]])
        """
        leaves = self.apply(X)
        return self.tree_.paths(leaves)

    def get_depth(self) -> int:
        """Return how many questions the longest path of the tree asks.

        Returns
        -------
        int
            The same as `depth_`.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).get_depth()
        1
        """
        check_is_fitted(self, "tree_")
        return self.depth_

    def get_n_leaves(self) -> int:
        """Return how many leaves the tree has.

        Returns
        -------
        int
            The same as `n_leaves_`.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).get_n_leaves()
        2
        """
        check_is_fitted(self, "tree_")
        return self.n_leaves_

    @property
    def depth_(self) -> int:
        """How many questions the longest path of the tree asks."""
        return self.tree_.depth

    @property
    def n_leaves_(self) -> int:
        """How many leaves the tree has."""
        return self.tree_.n_leaves

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn what kind of tables are read."""
        tags = super().__sklearn_tags__()
        return admission.with_input_tags(tags)

    def _forget(self) -> None:
        """Drop what an earlier fit learned, so that a fit that fails leaves nothing half old."""
        for name in [name for name in vars(self) if name.endswith("_")]:
            delattr(self, name)
