"""The habits of scikit-learn hold: its own checks pass, and its tools work on the estimator."""

import copy
import io
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier, is_clusterer, is_regressor
from sklearn.exceptions import NotFittedError
from sklearn.inspection import permutation_importance
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer, KBinsDiscretizer, OneHotEncoder
from sklearn.utils.estimator_checks import estimator_checks_generator

from exactree import OptimalTreeClassifier, OptimalTreeClusterer, OptimalTreeRegressor
from exactree.example import icy_roads
from squares import nested

X, Y, NAMES = icy_roads(rows=300)
IS_ICY = Y == "icy"


def name_of(check):
    return getattr(check, "func", check).__name__


ESTIMATORS = [OptimalTreeClassifier, OptimalTreeRegressor, OptimalTreeClusterer]
CHECKS = {
    estimator: [check for _, check in estimator_checks_generator(estimator())]
    for estimator in ESTIMATORS
}


class OfFractions:
    """An estimator for which scikit-learn's checks do not round tables to whole numbers."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = False
        return tags


class ClassifierOfFractions(OfFractions, OptimalTreeClassifier):
    pass


class RegressorOfFractions(OfFractions, OptimalTreeRegressor):
    pass


class ClustererOfFractions(OfFractions, OptimalTreeClusterer):
    pass


OF_FRACTIONS = [ClassifierOfFractions, RegressorOfFractions, ClustererOfFractions]


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        pytest.param(variant, check, id=f"{variant.__name__}-{name_of(check)}")
        for estimator, of_fractions in zip(ESTIMATORS, OF_FRACTIONS, strict=True)
        for variant in (estimator, of_fractions)
        for check in CHECKS[estimator]
    ],
)
def test_scikit_learn_s_own_check_passes(check, estimator):
    check(estimator())


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_tags_say_what_tables_are_taken(estimator):
    tags = estimator().__sklearn_tags__().input_tags
    assert tags.sparse
    assert tags.allow_nan
    assert tags.categorical
    assert tags.string
    assert not tags.positive_only


def test_all_of_scikit_learn_s_checks_are_run():
    assert min(map(len, CHECKS.values())) >= 40
    for estimator, train in zip(
        ESTIMATORS,
        ["check_classifiers_train", "check_regressors_train", "check_clustering"],
        strict=True,
    ):
        assert {train, "check_fit_idempotent"} <= set(map(name_of, CHECKS[estimator]))


def test_each_is_of_its_kind():
    kinds = [is_classifier, is_regressor, is_clusterer]
    for place, estimator in enumerate(ESTIMATORS):
        assert [is_kind(estimator()) for is_kind in kinds] == [place == n for n in range(3)]


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_clone_has_the_settings_and_nothing_learned(estimator):
    model = estimator(max_depth=2, min_samples_leaf=0.1, time_limit=9, n_jobs=2)
    copied = clone(model.fit(X, IS_ICY))
    assert copied.get_params() == model.get_params()
    assert not hasattr(copied, "tree_")


def test_settings_are_only_stored():
    nonsense = OptimalTreeClassifier(max_depth="deep").set_params(n_jobs="all")
    assert (nonsense.max_depth, nonsense.n_jobs) == ("deep", "all")


def by_joblib(model):
    with io.BytesIO() as file:
        joblib.dump(model, file)
        return joblib.load(file)


COPIES = {
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "deepcopy": copy.deepcopy,
    "joblib": by_joblib,
}


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES.keys())
def test_a_copy_knows_all_that_was_learned(copied, estimator):
    model = estimator().fit(pd.DataFrame(X, columns=NAMES), IS_ICY)
    for twin in (copied(model), copied(copied(model))):
        assert nested(twin.tree_) == nested(model.tree_)
        assert str(twin.tree_) == str(model.tree_)
        assert twin.stats_ == model.stats_
        np.testing.assert_array_equal(
            twin.predict(pd.DataFrame(X, columns=NAMES)),
            model.predict(pd.DataFrame(X, columns=NAMES)),
        )


def test_a_grid_search_finds_the_depth_that_is_needed():
    search = GridSearchCV(OptimalTreeClassifier(), {"max_depth": [0, 1, 4]}, cv=3, n_jobs=2)
    assert search.fit(X, Y).best_params_ == {"max_depth": 4}


def test_cross_validation_scores_every_fold():
    scores = cross_val_score(OptimalTreeClassifier(max_depth=4), X, Y, cv=4)
    assert scores.shape == (4,)
    assert scores.min() > 0.7


def test_a_pipeline_brings_numbers_and_categories():
    numbers = np.column_stack([np.linspace(0, 1, 40), np.tile([3.0, 1.0], 20)])
    model = make_pipeline(Binarizer(threshold=0.5), OptimalTreeClassifier(max_depth=1))
    assert model.fit(numbers, numbers[:, 0] > 0.5).score(numbers, numbers[:, 0] > 0.5) == 1.0
    bins = KBinsDiscretizer(4, encode="onehot-dense", strategy="uniform")
    model = make_pipeline(bins, OptimalTreeClassifier(max_depth=2))
    assert model.fit(numbers, numbers[:, 0] > 0.5).score(numbers, numbers[:, 0] > 0.5) == 1.0
    colours = np.array([["red"], ["blue"], ["green"]] * 5)
    model = make_pipeline(OneHotEncoder(sparse_output=False), OptimalTreeClassifier(max_depth=1))
    assert model.fit(colours, colours[:, 0] == "red").predict([["red"], ["blue"]]).tolist() == [
        True,
        False,
    ]


def test_the_columns_that_are_asked_are_the_ones_that_matter():
    model = OptimalTreeClassifier(max_depth=4).fit(X, Y)
    matters = permutation_importance(model, X, Y, n_repeats=3, random_state=0).importances_mean
    assert set(np.flatnonzero(matters)) <= set(model.tree_.feature)
    assert matters[0] > 0


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_an_unfitted_estimator_says_so(estimator):
    with pytest.raises(NotFittedError):
        estimator().predict(X)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_fit_on_the_same_rows_gives_the_same_tree_again(estimator):
    first, second = (estimator(max_depth=4).fit(X, IS_ICY) for _ in range(2))
    assert nested(first.tree_) == nested(second.tree_)
    assert first.predict(X).tolist() == second.predict(X).tolist()
