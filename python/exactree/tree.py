"""A learned tree, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from exactree import _core
from exactree.columns import reading
from exactree.columns.questions import IsTrue, Question


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A tree over yes/no questions, whose leaves say something of the rows that end there.

    Node 0 is the root and children come after their parents.

    Attributes
    ----------
    feature : ndarray of int32
        The column each node asks about, -1 for a leaf.
    no, yes : ndarray of int32
        The nodes that the two answers lead to, -1 for a leaf.
    says : ndarray of shape (n_nodes, ...)
        What each node says as a leaf: a label, a number, the number of a cluster.
    rows : ndarray of int64
        How many training rows reach each node; rows of weight zero are not counted.
    cost : ndarray of shape (n_nodes,)
        What each node costs as a leaf, in the units of `measure`.
    measure : str
        What `cost` counts: "error", "cost", "squared error" and the like.
    feature_names : tuple of str
        The names of all columns, `x0, x1, ...` where the table had none.
    questions : tuple of Question or None
        What each node asks, None for a leaf; `str` says it.

    Examples
    --------
    >>> from exactree import OptimalTreeRegressor
    >>> rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> tree = OptimalTreeRegressor(max_depth=1).fit(rows, [1.0, 2.0, 7.0, 8.0]).tree_
    >>> print(tree)
    x0?
    ├── no:  1.5  (2 rows, squared error 0.5)
    └── yes: 7.5  (2 rows, squared error 0.5)
    >>> tree
    <Tree: leaves=2, depth=1, squared error=1, rows=4>
    """

    feature: NDArray[np.int32]
    no: NDArray[np.int32]
    yes: NDArray[np.int32]
    says: NDArray[Any]
    rows: NDArray[np.int64]
    cost: NDArray[Any]
    measure: str
    feature_names: tuple[str, ...]
    questions: tuple[Question | None, ...]

    @property
    def n_nodes(self) -> int:
        """How many nodes the tree has, leaves included."""
        return len(self.feature)

    @property
    def n_leaves(self) -> int:
        """How many leaves the tree has."""
        return int(np.count_nonzero(self.feature < 0))

    @property
    def depth(self) -> int:
        """How many questions the longest path asks."""
        return int(self.depths.max())

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """How many questions lead to each node."""
        depths = np.zeros(self.n_nodes, dtype=np.int64)
        for node in np.flatnonzero(self.feature >= 0):
            depths[[self.no[node], self.yes[node]]] = depths[node] + 1
        return depths

    def told(self, node: int) -> str:
        """Return what a node says, as text.

        Parameters
        ----------
        node : int
            The node's number.

        Returns
        -------
        str
            A label as it is, numbers rounded to six digits.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).tree_.told(2)
        'b'
        """
        says = self.says[node]
        if np.ndim(says):
            return ", ".join(_number(part) for part in says)
        return _number(says) if isinstance(says, (float, np.floating)) else str(says)

    def apply(self, X: Any) -> NDArray[np.int64]:
        """Return the leaf each row of a table ends in.

        Only the columns that the tree asks about are looked at. A missing value in a column that
        had none in `fit` goes where most training rows went at that node, to no on ties.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_columns)
            A table of any kind, with all the columns that the tree was learned from.

        Returns
        -------
        ndarray of int64
            The node number of each row's leaf.

        Examples
        --------
        >>> import numpy as np
        >>> from exactree import OptimalTreeClassifier
        >>> table = np.array([[0.5], [1.5]])
        >>> OptimalTreeClassifier().fit(table, [7, 8]).tree_.apply(table)
        array([2, 1])
        """
        table = X if isinstance(X, reading.Table) else reading.read(X)
        if table.columns != len(self.feature_names):
            raise ValueError(
                f"X has {table.columns} columns, but the tree was fitted on "
                f"{len(self.feature_names)}"
            )
        if self._asks_columns_themselves and table.array is not None:
            try:
                return _core.predict_leaf(table.array, self.feature, self.no, self.yes)
            except _core.NotBinaryError:
                pass  # numbers where there was 0 or 1, or missing ones: asked one by one
        return self._walk(table)

    def paths(self, leaves: NDArray[np.int64]) -> csr_matrix:
        """Mark the nodes on the way from the root to each of some nodes.

        Parameters
        ----------
        leaves : ndarray of int64
            Node numbers, such as `apply` returns.

        Returns
        -------
        csr_matrix of shape (len(leaves), n_nodes)
            A 1 in row i for each node on the path to `leaves[i]`, ends included.

        Examples
        --------
        >>> from exactree import OptimalTreeClassifier
        >>> tree = OptimalTreeClassifier().fit([[0], [1]], ["a", "b"]).tree_
        >>> tree.paths([2]).toarray()
        array([[1, 0, 1]])
        """
        leaves = np.asarray(leaves, dtype=np.int64)
        ends = np.concatenate([[0], np.cumsum(self.depths[leaves] + 1)])
        nodes = np.empty(ends[-1], dtype=np.int64)
        # All rows go up one node at a time, the leaf at the end of each path first.
        above, places = leaves, ends[1:] - 1
        while len(above):
            nodes[places] = above
            below = above > 0
            above, places = self._parents[above[below]], places[below] - 1
        return csr_matrix(
            (np.ones(len(nodes), dtype=np.int64), nodes, ends),
            shape=(len(leaves), self.n_nodes),
        )

    @cached_property
    def _asks_columns_themselves(self) -> bool:
        """Whether every question is if a cell is 1, so that the core can walk."""
        return all(question is None or type(question) is IsTrue for question in self.questions)

    def _walk(self, table: reading.Table) -> NDArray[np.int64]:
        columns = {
            question.column: table.column(question.column, question.name)
            for question in self.questions
            if question is not None
        }
        leaves = np.empty(table.rows, dtype=np.int64)
        waiting = [(0, np.arange(table.rows))]
        while waiting:
            node, rows = waiting.pop()
            question = self.questions[node]
            if question is None or len(rows) == 0:
                leaves[rows] = node
                continue
            cells = columns[question.column].of_rows(rows)
            no, yes = int(self.no[node]), int(self.yes[node])
            answers = question.answers(cells)
            if question.splits_unseen and cells.missing is not None:
                answers[cells.missing] = self.rows[yes] > self.rows[no]
            waiting += [(no, rows[~answers]), (yes, rows[answers])]
        return leaves

    @cached_property
    def _parents(self) -> NDArray[np.int64]:
        """For each node the node above it; the root's is the root."""
        parents = np.zeros(self.n_nodes, dtype=np.int64)
        inner = np.flatnonzero(self.feature >= 0)
        parents[self.no[inner]] = inner
        parents[self.yes[inner]] = inner
        return parents

    def __str__(self) -> str:
        from exactree.export import export_text  # export builds on Tree

        return export_text(self)

    def __repr__(self) -> str:
        cost = self.cost[self.feature < 0].sum()
        plural = "s" if self.measure == "error" else ""
        return (
            f"<Tree: leaves={self.n_leaves}, depth={self.depth}, "
            f"{self.measure}{plural}={_number(cost)}, rows={int(self.rows[0])}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class ClassTree(Tree):
    """A classification tree: a `Tree` that knows the classes of its rows.

    Attributes
    ----------
    label : ndarray of int32
        What each node says, as an index into `classes`.
    counts : ndarray of int64, shape (n_nodes, n_classes)
        How many training rows of each class reach each node.
    weights : ndarray of shape (n_nodes, n_classes)
        What they weigh together; the same as `counts` without weights.
    classes : ndarray
        The labels, in the user's own values.

    Examples
    --------
    >>> from exactree import OptimalTreeClassifier
    >>> rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> tree = OptimalTreeClassifier(max_depth=2).fit(rows, [0, 1, 1, 0]).tree_
    >>> print(tree)
    x0?
    ├── no:  x1?
    │   ├── no:  0  (1 row, 0 errors)
    │   └── yes: 1  (1 row, 0 errors)
    └── yes: x1?
        ├── no:  1  (1 row, 0 errors)
        └── yes: 0  (1 row, 0 errors)
    >>> tree
    <Tree: leaves=4, depth=2, errors=0, rows=4>
    """

    label: NDArray[np.int32]
    counts: NDArray[np.int64]
    weights: NDArray[Any]
    classes: NDArray[Any]

    @cached_property
    def errors(self) -> NDArray[np.int64]:
        """How many training rows of each node are not of the class it says."""
        right = np.take_along_axis(self.counts, self.label[:, np.newaxis], axis=1)[:, 0]
        return np.asarray(self.rows - right)


def _number(number: Any) -> str:
    return f"{number:.6g}" if isinstance(number, (float, np.floating)) else str(number)
