"""Trees for any metric of two classes, against every tree there is."""

import copy
import pickle
import re
import traceback
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import (
    balanced_accuracy_score,
    confusion_matrix,
    f1_score,
    make_scorer,
    matthews_corrcoef,
)
from sklearn.model_selection import GridSearchCV, cross_val_score

from exactree import OptimalTreeClassifier
from exactree.example import icy_roads
from mixed import mixed_tables
from problems import hard_table
from test_stopping import on_linux, run
from told import Limits, told, two_classes


def f1(errors, negatives, positives):
    found = positives - errors[1]
    return Fraction(2 * found, 2 * found + sum(errors))


def balanced(errors, negatives, positives):
    return 1 - (Fraction(errors[0], negatives) + Fraction(errors[1], positives)) / 2


def weighted_cost(matrix):
    return -5 * matrix[0, 1] - matrix[1, 0]


def geometric(matrix):
    (refused, false), (missed, found) = matrix.tolist()
    return (refused * found / (refused + false) / (missed + found)) ** 0.5


METRICS = {
    "f1": ("f1", f1),
    "balanced accuracy": ("balanced_accuracy", balanced),
    "a cost": (weighted_cost, lambda errors, *_: -5 * errors[0] - errors[1]),
    "a geometric mean": (
        geometric,
        lambda errors, n, p: ((n - errors[0]) * (p - errors[1]) / n / p) ** 0.5,
    ),
    "whether there are false positives": (
        lambda matrix: matrix[0, 1] == 0,
        lambda errors, *_: errors[0] == 0,
    ),
    "minus infinity, mostly": (
        lambda matrix: -float("inf") if matrix[1, 0] else -matrix[0, 1],
        lambda errors, *_: -float("inf") if errors[1] else -errors[0],
    ),
}


def fit(problem, metric="f1", **others):
    model = OptimalTreeClassifier(**problem.limits.settings, metric=metric, **others)
    return model.fit(problem.X, problem.y)


def not_beaten(errors):
    return sorted(
        one
        for one in errors
        if not any(other != one and other[0] <= one[0] and other[1] <= one[1] for other in errors)
    )


def assert_keeps_its_word(tree, X, y, errors, limits):
    """The tree makes just these errors, tells what its leaves say, and keeps its limits."""
    leaves = tree.apply(X)
    said = tree.label[leaves]
    assert (np.sum((said == 1) & (y == 0)), np.sum((said == 0) & (y == 1))) == errors
    assert tree.cost[tree.feature < 0].sum() == tree.errors[tree.feature < 0].sum() == sum(errors)
    assert (tree.says == tree.classes[tree.label]).all()
    reached = tree.paths(leaves).toarray().astype(bool)
    counts = [[np.sum(y[rows] == label) for label in (0, 1)] for rows in reached.T]
    np.testing.assert_array_equal(tree.counts, counts)
    assert tree.depth <= limits.max_depth
    assert tree.n_leaves == 1 or tree.rows.min() >= limits.min_samples_leaf
    assert limits.max_leaf_nodes is None or tree.n_leaves <= limits.max_leaf_nodes


@settings(max_examples=500)
@given(two_classes())
def test_the_front_is_that_of_all_trees_and_each_point_has_its_tree(problem):
    model = fit(problem)
    front = model.front_
    points = list(zip(front.false_positives.tolist(), front.false_negatives.tolist(), strict=True))
    assert model.status_ == "optimal"
    assert points == not_beaten(problem.errors)
    for point, errors in enumerate(points):
        assert_keeps_its_word(front.tree(point), problem.X, problem.y, errors, problem.limits)


@settings(max_examples=300)
@given(two_classes(), st.sampled_from(list(METRICS)))
def test_no_tree_has_a_better_metric(problem, name):
    metric, truth = METRICS[name]
    model = fit(problem, metric)
    negatives, positives = np.bincount(problem.y).tolist()
    values = {errors: truth(errors, negatives, positives) for errors in problem.errors}
    assert model.objective_ == pytest.approx(float(max(values.values())), rel=1e-12)
    assert (model.status_, model.gap_, model.upper_bound_) == ("optimal", 0, model.objective_)
    assert not hasattr(model, "lower_bound_")
    matrix = confusion_matrix(problem.y, model.predict(problem.X))
    errors = (int(matrix[0, 1]), int(matrix[1, 0]))
    assert float(values[errors]) == pytest.approx(model.objective_, rel=1e-12)
    # Of trees that are as good it is one with the fewest errors.
    as_good = [one for one in not_beaten(problem.errors) if values[one] == max(values.values())]
    assert sum(errors) == min(map(sum, as_good))


@settings(max_examples=300)
@given(mixed_tables(most_rows=8))
def test_no_tree_over_numbers_and_categories_has_a_better_f1(problem):
    labels = tuple(min(label, 1) for label in problem.labels)
    assume(len(set(labels)) == 2)
    limits = Limits(min(problem.max_depth, 2), None, problem.min_samples_leaf)
    X = np.array(problem.columns, dtype=object).T
    model = OptimalTreeClassifier(**limits.settings, metric="f1").fit(X, labels)
    positives, negatives = sum(labels), labels.count(0)
    every = told(labels, 2, problem.sides, limits)
    best = max(f1((false, positives - found), negatives, positives) for false, found in every)
    assert model.objective_ == float(best)
    assert f1_score(labels, model.predict(X)) == pytest.approx(float(best))


def test_the_names_mean_what_they_mean_in_scikit_learn():
    X, y, _ = icy_roads(rows=200, noise=0.3)
    by_f1 = OptimalTreeClassifier(2, metric="f1").fit(X, y)
    assert by_f1.objective_ == pytest.approx(f1_score(y, by_f1.predict(X), pos_label="icy"))
    balanced = OptimalTreeClassifier(1, metric="balanced_accuracy").fit(X, y)
    assert balanced.objective_ == pytest.approx(balanced_accuracy_score(y, balanced.predict(X)))
    plain = OptimalTreeClassifier(1).fit(X, y)
    assert balanced.objective_ > balanced_accuracy_score(y, plain.predict(X)) + 0.01


def test_a_function_is_given_scikit_learn_s_confusion_matrix():
    X, y, _ = icy_roads(rows=200, noise=0.3)
    seen = []

    def metric(matrix):
        seen.append(matrix.copy())
        value = 2 * matrix[1, 1] / (2 * matrix[1, 1] + matrix[0, 1] + matrix[1, 0])
        matrix[:] = 0  # whoever writes on it harms nobody
        return value

    model = OptimalTreeClassifier(2, metric=metric).fit(X, y)
    expected = confusion_matrix(y, model.predict(X))
    assert all(type(matrix) is np.ndarray and matrix.dtype == expected.dtype for matrix in seen)
    assert all((matrix.sum(axis=1) == expected.sum(axis=1)).all() for matrix in seen)
    assert any((matrix == expected).all() for matrix in seen)
    assert model.objective_ == f1_score(y, model.predict(X), pos_label="icy")


def test_a_leaf_may_say_the_rarer_class_and_everything_follows_it():
    X = [[0]] * 6 + [[1]] * 5
    y = ["no"] * 6 + ["no", "no", "no", "yes", "yes"]
    model = OptimalTreeClassifier(metric="f1").fit(X, y)
    assert str(model.tree_) == (
        "x0?\n├── no:  no  (6 rows, 0 errors)\n└── yes: yes  (5 rows, 3 errors)"
    )
    assert repr(model.tree_) == "<Tree: leaves=2, depth=1, errors=3, rows=11>"
    assert model.predict([[1]]).tolist() == ["yes"]
    assert model.predict_proba([[1]]).tolist() == [[0.6, 0.4]]
    assert model.score(X, y) == 8 / 11
    assert model.tree_.label.tolist() == [0, 0, 1]
    assert model.tree_.cost.tolist() == [2, 0, 3]


def test_each_point_has_a_fitted_classifier():
    X, y, _ = icy_roads(rows=200, noise=0.3)
    model = OptimalTreeClassifier(2, metric="f1").fit(X, y)
    front = model.front_
    assert len(front) == len(front.values) > 5
    for point in range(len(front)):
        other = front.classifier(point)
        matrix = confusion_matrix(y, other.predict(X))
        assert matrix[0, 1] == front.false_positives[point]
        assert matrix[1, 0] == front.false_negatives[point]
        assert other.objective_ == front.values[point]
        assert other.gap_ == model.objective_ - front.values[point]
    assert str(front.tree(front.best)) == str(model.tree_)
    assert str(front.tree(-1)) == str(front.tree(len(front) - 1))
    for outside in (len(front), -len(front) - 1):
        with pytest.raises(IndexError, match=f"point {outside} is not one of a front of"):
            front.tree(outside)
    with pytest.raises(TypeError):
        front.tree("best")


@pytest.mark.parametrize("copied", [lambda m: pickle.loads(pickle.dumps(m)), copy.deepcopy])
def test_a_copy_has_the_whole_front(copied):
    X, y, _ = icy_roads(rows=200, noise=0.3)
    model = OptimalTreeClassifier(2, metric="f1").fit(X, y)
    other = copied(model)
    assert other.front_.values.tolist() == model.front_.values.tolist()
    for point in range(len(model.front_)):
        assert str(other.front_.tree(point)) == str(model.front_.tree(point))
    assert str(copied(other).front_.classifier(0).tree_) == str(model.front_.tree(0))


def test_scikit_learn_s_tools_work_with_a_metric():
    X, y, _ = icy_roads(rows=150, noise=0.2)
    model = OptimalTreeClassifier(2, metric="f1")
    scorer = make_scorer(f1_score, pos_label="icy")
    assert clone(model).get_params() == model.get_params()
    assert cross_val_score(model, X, y, cv=3, scoring=scorer).mean() > 0.5
    grid = GridSearchCV(model, {"metric": ["f1", "balanced_accuracy", None]}, scoring=scorer, cv=3)
    assert grid.fit(X, y).best_params_["metric"] in ("f1", "balanced_accuracy", None)


@pytest.mark.parametrize("share", [0.2, 0.35])
def test_the_least_share_of_a_leaf_is_one_of_rows(share):
    X, y, _ = icy_roads(rows=101, noise=0.3)
    model = OptimalTreeClassifier(metric="f1", min_weight_fraction_leaf=share).fit(X, y)
    rows = int(np.ceil(share * 101))
    same = OptimalTreeClassifier(metric="f1", min_samples_leaf=rows).fit(X, y)
    assert model.front_.values.tolist() == same.front_.values.tolist()
    assert model.tree_.rows.min() >= rows


TABLES = {
    "numbers and categories": pd.DataFrame(
        {"age": [20.5, 30, 41, 50, 62, 70], "colour": ["red", "blue", None] * 2}
    ),
    "booleans": np.array([[True, False]] * 3 + [[False, False]] * 3),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_all_kinds_of_columns_come_through_the_door(table):
    y = ["a", "a", "a", "b", "b", "b"]
    model = OptimalTreeClassifier(metric=matthews_from).fit(table, y)
    assert model.objective_ == 1.0
    assert model.predict(table).tolist() == y
    assert matthews_corrcoef(y, model.predict(table)) == 1.0


def matthews_from(matrix):
    (a, b), (c, d) = matrix.tolist()
    product = (a + b) * (c + d) * (a + c) * (b + d)
    return (a * d - b * c) / product**0.5 if product else 0.0


class BrokenError(Exception):
    pass


def test_an_exception_of_the_metric_comes_back_as_it_is():
    error = BrokenError("why")

    def metric(matrix):
        if matrix[0, 1] > 0:
            raise error
        return matrix[1, 1]

    X, y, _ = icy_roads(rows=100)
    model = OptimalTreeClassifier(metric=metric)
    with pytest.raises(BrokenError) as caught:
        model.fit(X, y)
    assert caught.value is error
    assert error.__cause__ is error.__context__ is None
    assert traceback.extract_tb(error.__traceback__)[-1].line == "raise error"
    assert not hasattr(model, "tree_")


ANSWERS = {
    "NaN": (lambda matrix: float("nan"), ValueError, r"<lambda> returned NaN .*\[\[3, 0\], \[0, 2"),
    "text": (lambda matrix: "good", TypeError, "returned 'good' of type str"),
    "nothing": (lambda matrix: None, TypeError, "returned None of type NoneType"),
    "a complex number": (lambda matrix: 1j, TypeError, "returned 1j of type complex"),
    "an array": (lambda matrix: matrix, TypeError, "of type ndarray"),
    "more for more errors": (
        lambda matrix: matrix[0, 1] + matrix[1, 0],
        ValueError,
        re.escape("returned 2.0 for the confusion matrix [[3, 0], [2, 0]], but 0.0 where there"),
    ),
}


@pytest.mark.parametrize("case", ANSWERS.values(), ids=ANSWERS.keys())
def test_an_answer_that_is_no_score_is_refused(case):
    metric, kind, told = case
    with pytest.raises(kind, match=told):
        OptimalTreeClassifier(metric=metric).fit([[0]] * 5, [0, 0, 0, 1, 1])


def test_a_metric_that_never_works_fails_before_the_search():
    X, y = hard_table()
    with pytest.raises(BrokenError):
        OptimalTreeClassifier(8, metric=raising).fit(X, y)  # would take hours


def raising(matrix):
    raise BrokenError


BAD = {
    "an unknown name": ({"metric": "f2"}, "metric='f2' is not one of 'f1', 'balanced_accuracy'"),
    "no name": ({"metric": 3}, "metric=3 is not one of 'f1', 'balanced_accuracy', a function or"),
    "a price of leaves": ({"ccp_alpha": 0.1}, "metric='f1' does not combine with ccp_alpha:"),
    "few leaves": ({"minimize": "error_then_leaves"}, "does not combine with minimize:"),
    "weights of classes": ({"class_weight": "balanced"}, "does not combine with class_weight:"),
    "costs": ({"cost_matrix": [[0, 1], [2, 0]]}, "does not combine with cost_matrix:"),
    "a bound": ({"max_error": 3}, "does not combine with max_error:"),
    "two of them": ({"max_error": 3, "ccp_alpha": 0.1}, "with ccp_alpha, max_error: it counts"),
    "fairness": (
        {"fairness": "demographic_parity", "sensitive": 0, "max_difference": 0.1},
        "metric='f1' and fairness='demographic_parity' do not combine",
    ),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_what_does_not_go_with_a_metric_is_refused(case):
    parameters, told = case
    with pytest.raises(ValueError, match=told):
        OptimalTreeClassifier(**{"metric": "f1", **parameters}).fit([[0], [1]], [0, 1])


def test_weights_of_rows_and_other_numbers_of_classes_are_refused():
    model = OptimalTreeClassifier(metric="f1")
    with pytest.raises(ValueError, match="does not combine with sample_weight:"):
        model.fit([[0], [1]], [0, 1], sample_weight=[1, 1])
    with pytest.raises(ValueError, match="needs labels of 2 classes, but y holds 3: 'a', 'b', 'c'"):
        model.fit([[0], [1], [1]], ["a", "b", "c"])
    with pytest.raises(ValueError, match="only one class"):
        model.fit([[0], [1]], [1, 1])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@settings(max_examples=300)
@given(two_classes(), st.sampled_from([0, 1e-5, 1e-4, 3e-4, 1e-3]))
def test_the_best_value_lies_between_the_tree_and_the_bound_however_short_the_time(
    problem, time_limit
):
    model = fit(problem, time_limit=time_limit)
    negatives, positives = np.bincount(problem.y).tolist()
    best = float(max(f1(errors, negatives, positives) for errors in problem.errors))
    assert model.objective_ <= best <= model.upper_bound_
    assert model.gap_ == model.upper_bound_ - model.objective_
    assert f1_score(problem.y, model.predict(problem.X)) == pytest.approx(model.objective_)
    for point, errors in enumerate(
        zip(model.front_.false_positives, model.front_.false_negatives, strict=True)
    ):
        tree = model.front_.tree(point)
        assert_keeps_its_word(tree, problem.X, problem.y, errors, problem.limits)


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("time_limit", [0, 0.3])
def test_a_search_out_of_time_keeps_its_front_and_says_so(time_limit, numbers):
    X, y = hard_table()
    X = X * 2.5 if numbers else X
    model = OptimalTreeClassifier(max_depth=6, metric="balanced_accuracy", time_limit=time_limit)
    told = r"no tree within the limits has more than 1 \(gap 0.\d+\). Raise time_limit, lower"
    with pytest.warns(ConvergenceWarning, match=told) as warned:
        model.fit(X, y)
    assert warned[0].filename == __file__
    assert (model.status_, model.upper_bound_) == ("time_limit", 1.0)
    assert 0.5 <= model.objective_ == 1.0 - model.gap_
    assert balanced_accuracy_score(y, model.predict(X)) == pytest.approx(model.objective_)
    if time_limit:
        assert model.objective_ > 0.52


@on_linux
def test_ctrl_c_ends_the_search_and_keeps_the_best_tree():
    told = run("""
        from sklearn.metrics import f1_score
        model.set_params(metric="f1")
        X, y = hard_table()
        signaller.start()
        try:
            model.fit(X, y)
        except KeyboardInterrupt as error:
            print(model.status_, model.objective_ < model.upper_bound_, error.args)
            print(abs(f1_score(y, model.predict(X)) - model.objective_) < 1e-12)
    """)
    assert told == ["interrupted True ()", "True"]
