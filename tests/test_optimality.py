"""The fitted tree against every tree there is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactree import OptimalTreeClassifier
from problems import Problem, nested, problems


def fit(problem: Problem, **settings: object) -> OptimalTreeClassifier:
    return OptimalTreeClassifier(**problem.limits, **settings).fit(problem.X, problem.y)


def assert_keeps_its_word(problem: Problem, model: OptimalTreeClassifier) -> None:
    """The tree makes the errors it claims, counts the rows it has, and keeps its limits."""
    tree, X, y = model.tree_, problem.X, problem.y
    assert np.count_nonzero(model.predict(X) != y) == model.objective_
    passed = model.decision_path(X).toarray().astype(bool)
    counts = [[np.count_nonzero(y[rows] == label) for label in model.classes_] for rows in passed.T]
    np.testing.assert_array_equal(tree.counts, counts)
    if tree.n_nodes > 1:
        assert tree.rows.min() >= problem.min_samples_leaf
    if problem.max_depth is not None:
        assert tree.depth <= problem.max_depth


@given(problems(), st.sampled_from([1, 4]))
def test_no_tree_makes_fewer_errors(problem, n_jobs):
    model = fit(problem, n_jobs=n_jobs)
    assert model.status_ == "optimal"
    assert model.objective_ == problem.brute.least_errors
    assert model.lower_bound_ == model.objective_
    assert model.gap_ == 0
    assert_keeps_its_word(problem, model)


@given(problems(depths=st.just(2), leaf_rows=st.integers(2, 6)), st.sampled_from([1, 4]))
def test_leaf_sizes_hold_where_the_depth_two_solver_meets_them(problem, n_jobs):
    model = fit(problem, n_jobs=n_jobs)
    assert model.objective_ == problem.brute.least_errors
    assert_keeps_its_word(problem, model)


@given(problems(), st.integers(0, 12), st.sampled_from([1, 4]))
def test_max_error_is_met_or_said_to_be_out_of_reach(problem, max_error, n_jobs):
    model = OptimalTreeClassifier(**problem.limits, max_error=max_error, n_jobs=n_jobs)
    least = problem.brute.least_errors
    if least < max_error:
        model.fit(problem.X, problem.y)
        assert model.status_ == "optimal"
        assert model.objective_ == model.lower_bound_ == least
    else:
        with pytest.warns(UserWarning, match="no tree within the limits has an objective below"):
            model.fit(problem.X, problem.y)
        assert model.status_ == "no_better_tree"
        assert max_error <= model.lower_bound_ <= least <= model.objective_
    assert_keeps_its_word(problem, model)


@given(problems())
def test_of_equal_trees_the_tie_rule_chooses_whatever_the_number_of_threads(problem):
    for n_jobs in (1, 2, 4):
        assert nested(fit(problem, n_jobs=n_jobs).tree_) == problem.brute.tree
