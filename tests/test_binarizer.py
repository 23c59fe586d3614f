"""The questions of a table as a transformer."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import estimator_checks_generator

from exactree import OptimalTreeClassifier
from exactree.columns import Binarizer
from mixed import mixed_tables

TABLE = pd.DataFrame(
    {"age": [20, 30, 41, 42], "colour": ["red", None, "blue", "red"], "smokes": [True, False] * 2}
)
NAMES = [
    "age <= 25",
    "age <= 35.5",
    "age <= 41.5",
    "colour = red",
    "colour is missing",
    "colour = red or missing",
    "smokes",
]


def name_of(check):
    return getattr(check, "func", check).__name__


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "check", [check for _, check in estimator_checks_generator(Binarizer())], ids=name_of
)
def test_scikit_learn_s_own_check_passes(check):
    check(Binarizer())


def test_outputs_are_named_by_their_questions():
    binarizer = Binarizer().fit(TABLE)
    assert binarizer.get_feature_names_out().tolist() == NAMES
    assert [str(question) for question in binarizer.questions_] == NAMES


def test_a_frame_comes_out_where_it_is_asked_for():
    framed = Binarizer().set_output(transform="pandas").fit_transform(TABLE)
    assert framed.columns.tolist() == NAMES
    assert framed["age <= 35.5"].tolist() == [1, 1, 0, 0]


def test_other_tools_learn_from_it():
    model = make_pipeline(Binarizer(), DecisionTreeClassifier()).fit(TABLE, [0, 1, 0, 0])
    assert model.predict(TABLE).tolist() == [0, 1, 0, 0]


@settings(max_examples=300)
@given(mixed_tables())
def test_a_tree_over_its_output_is_a_tree_over_the_table(problem):
    table = [list(row) for row in zip(*problem.columns, strict=True)]
    answers = Binarizer("all").fit_transform(table)
    model = OptimalTreeClassifier(**problem.limits, thresholds="all").fit(table, problem.y)
    if answers.shape[1]:
        over = OptimalTreeClassifier(**problem.limits).fit(answers, problem.y)
        assert over.objective_ == model.objective_
        assert over.apply(answers).tolist() == model.apply(table).tolist()
    else:
        assert model.depth_ == 0


@settings(max_examples=300)
@given(mixed_tables())
def test_the_inverse_answers_in_the_same_way(problem):
    table = [list(row) for row in zip(*problem.columns, strict=True)]
    binarizer = Binarizer("all").fit(table)
    answers = binarizer.transform(table)
    if answers.shape[1]:
        back = binarizer.inverse_transform(answers)
        np.testing.assert_array_equal(binarizer.transform(back), answers)
        assert back.tolist() == table  # with all thresholds every value has its own interval


def test_answers_that_contradict_themselves_have_no_inverse():
    binarizer = Binarizer().fit(TABLE)
    answers = binarizer.transform(TABLE)
    answers[2, 0] = 1  # at most 25, but not at most 41.5
    with pytest.raises(ValueError, match=r"row 2 .*'age'.*`age <= "):
        binarizer.inverse_transform(answers)
    with pytest.raises(ValueError, match="3 columns, but there are 7 questions"):
        binarizer.inverse_transform(answers[:, :3])


def test_an_unfitted_binarizer_says_so():
    with pytest.raises(NotFittedError):
        Binarizer().transform(TABLE)
