"""Rows walk down the tree as anyone would by hand."""

import numpy as np
import pytest

from exactree import OptimalTreeClassifier
from problems import hard_table


@pytest.fixture(scope="module")
def fitted():
    X, y = hard_table(rows=150, columns=8)
    return OptimalTreeClassifier(max_depth=3).fit(X, y), X, y


def by_hand(tree, row):
    """The nodes a row passes."""
    nodes = [0]
    while tree.feature[nodes[-1]] >= 0:
        node = nodes[-1]
        nodes.append(int((tree.yes if row[tree.feature[node]] else tree.no)[node]))
    return nodes


@pytest.mark.parametrize("order", [np.ascontiguousarray, np.asfortranarray])
def test_apply_gives_the_leaf_at_the_end_of_the_walk(fitted, order):
    model, X, _ = fitted
    assert model.apply(order(X)).tolist() == [by_hand(model.tree_, row)[-1] for row in X]


def test_decision_path_marks_the_nodes_that_are_passed(fitted):
    model, X, _ = fitted
    path = model.decision_path(X)
    assert path.shape == (len(X), model.tree_.n_nodes)
    for row, marks in zip(X, path.toarray(), strict=True):
        assert np.flatnonzero(marks).tolist() == by_hand(model.tree_, row)


def test_probabilities_are_the_shares_in_the_leaf(fitted):
    model, X, y = fitted
    leaves = model.apply(X)
    for row, leaf in enumerate(leaves):
        in_leaf = y[leaves == leaf]
        shares = [np.mean(in_leaf == label) for label in model.classes_]
        np.testing.assert_allclose(model.predict_proba(X[row : row + 1])[0], shares)


def test_the_label_is_the_most_probable_one(fitted):
    model, X, _ = fitted
    most_probable = model.classes_[model.predict_proba(X).argmax(axis=1)]
    np.testing.assert_array_equal(model.predict(X), most_probable)


def test_score_is_the_share_of_rows_predicted_right(fitted):
    model, X, y = fitted
    assert model.score(X, y) == 1 - model.objective_ / len(y)
    weights = np.arange(len(y))
    right = model.predict(X) == y
    assert model.score(X, y, sample_weight=weights) == pytest.approx(
        weights[right].sum() / weights.sum()
    )


def test_size_is_told_as_scikit_learn_tells_it(fitted):
    model, X, _ = fitted
    walks = [by_hand(model.tree_, row) for row in X]
    assert model.get_depth() == model.depth_ == max(map(len, walks)) - 1
    assert model.get_n_leaves() == model.n_leaves_ == len({walk[-1] for walk in walks})


def test_children_come_after_their_parents(fitted):
    tree = fitted[0].tree_
    inner = np.flatnonzero(tree.feature >= 0)
    assert (tree.no[inner] > inner).all()
    assert (tree.yes[inner] > inner).all()
    np.testing.assert_array_equal(
        tree.counts[inner], tree.counts[tree.no[inner]] + tree.counts[tree.yes[inner]]
    )


def test_a_leaf_leads_nowhere(fitted):
    tree = fitted[0].tree_
    leaves = tree.feature < 0
    assert (tree.no[leaves] == -1).all()
    assert (tree.yes[leaves] == -1).all()
