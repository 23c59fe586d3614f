"""Where numbers are cut, strategy by strategy."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris

from exactree import OptimalTreeClassifier
from exactree.columns import Binarizer
from exactree.columns.thresholds import STRATEGIES

IRIS = load_iris(as_frame=True)
NAMES = list(IRIS.data.columns)


def cuts(thresholds, table=IRIS.data, y=IRIS.target):
    binarizer = Binarizer(thresholds).fit(table, y)
    return [column.thresholds.round(6).tolist() for column in binarizer.columns_]


def midpoints(values):
    distinct = sorted(set(values))
    return [round((low + high) / 2, 6) for low, high in pairwise(distinct)]


def test_all_cuts_between_all_neighbours():
    assert cuts("all") == [midpoints(IRIS.data[name]) for name in NAMES]


def test_a_whole_number_cuts_into_parts_of_about_equal_size():
    table = np.random.default_rng(0).random((1_000, 1))
    ((*thresholds,),) = cuts(9, table, None)
    sizes = np.histogram(table[:, 0], [0, *thresholds, 1])[0]
    assert len(sizes) == 10
    assert sizes.min() >= 99
    assert sizes.max() <= 101


def test_a_whole_number_beyond_the_midpoints_cuts_everywhere():
    assert cuts(1_000) == cuts("all")


def test_a_value_of_most_rows_is_cut_on_both_sides_at_most():
    table = np.array([[0.0]] + [[1.0]] * 98 + [[2.0]] + [[3.0]])
    assert cuts(2, table, None) == [[0.5, 1.5]]
    table = np.array([[0.0]] + [[1.0]] * 97 + [[2.0], [3.0], [4.0]])
    assert cuts(3, table, None) == [[0.5, 1.5]]


def test_mdlp_cuts_iris_as_the_literature_does():
    """The cut points that the R package `discretization` documents for its `mdlp`."""
    assert cuts("mdlp") == [[5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.8, 1.75]]


def test_mdlp_leaves_a_column_alone_that_tells_nothing():
    random = np.random.default_rng(0)
    table = random.random((200, 1))
    assert cuts("mdlp", table, random.integers(0, 2, 200)) == [[]]
    assert OptimalTreeClassifier(thresholds="mdlp").fit(table, np.arange(200) % 2).depth_ == 0


def test_mdlp_knows_nothing_of_missing_values():
    table = IRIS.data.to_numpy(copy=True)
    more = np.vstack([table, np.full((50, 4), np.nan)])
    labels = np.concatenate([IRIS.target, np.zeros(50, dtype=int)])
    assert cuts("mdlp", more, labels) == cuts("mdlp")


def test_the_reference_cuts_few_and_well():
    X, y = load_breast_cancer(return_X_y=True)
    every, few = cuts("all", X, y), cuts("reference", X, y)
    assert all(set(some) <= set(of_all) for some, of_all in zip(few, every, strict=True))
    assert 20 <= sum(map(len, few)) <= 200
    best = OptimalTreeClassifier(max_depth=2, thresholds="all").fit(X, y)
    guessed = OptimalTreeClassifier(max_depth=2, thresholds="reference").fit(X, y)
    assert best.objective_ <= guessed.objective_ <= best.objective_ + 4


def test_the_reference_takes_missing_values_and_large_integers():
    random = np.random.default_rng(0)
    whole = 2**60 + random.integers(0, 50, 300)
    table = pd.DataFrame({"n": pd.Series(whole, dtype="Int64"), "u": random.random(300)})
    table.loc[::7, "n"] = pd.NA
    model = OptimalTreeClassifier(max_depth=1, thresholds="reference").fit(table, whole > 2**60 + 9)
    assert str(model.tree_.questions[0]).startswith(f"n <= {2**60 + 9}")


def test_the_reference_takes_missing_values_for_the_smallest():
    random = np.random.default_rng(0)
    numbers = random.random(300)
    labels = (numbers > 0.6) ^ (random.random(300) < 0.3)
    gone = random.random(300) < 0.3
    missing, smallest = (np.where(gone, by, numbers).reshape(-1, 1) for by in (np.nan, -1.0))
    (thresholds,) = cuts("reference", smallest, labels)
    assert cuts("reference", missing, labels) == [[cut for cut in thresholds if cut > 0]]


@pytest.mark.parametrize("thresholds", [*STRATEGIES, "auto", 4])
def test_a_strategy_gives_the_same_cuts_again(thresholds):
    assert cuts(thresholds) == cuts(thresholds)


@pytest.mark.parametrize("thresholds", [*STRATEGIES, "auto", 4])
def test_a_table_without_numbers_is_no_trouble(thresholds):
    model = OptimalTreeClassifier(thresholds=thresholds).fit([["a", True], ["b", True]], [0, 1])
    assert model.objective_ == 0


@pytest.mark.parametrize("thresholds", ["mdlp", "reference"])
def test_what_depends_on_the_target_asks_for_it(thresholds):
    with pytest.raises(ValueError, match="in y"):
        Binarizer(thresholds).fit(IRIS.data)


def test_mdlp_refuses_a_target_that_is_no_class():
    with pytest.raises(ValueError, match="needs classes"):
        Binarizer("mdlp").fit(IRIS.data, IRIS.data[NAMES[0]] / 3)


def test_each_column_may_have_its_own():
    thresholds = {NAMES[0]: 2, NAMES[1]: "mdlp", 2: "all"}
    mixed, of_all = cuts(thresholds), cuts("all")
    assert mixed == [cuts(2)[0], cuts("mdlp")[1], of_all[2], of_all[3]]


def test_auto_is_all_where_that_is_affordable_and_says_so():
    binarizer = Binarizer().fit(IRIS.data)
    assert cuts("auto") == cuts("all")
    assert str(binarizer.columns_[3]) == "petal width (cm): numbers; all 21 thresholds"


def test_auto_is_quantiles_where_all_is_too_much_and_says_so():
    X, y = load_breast_cancer(return_X_y=True)
    model = OptimalTreeClassifier(max_depth=1).fit(X, y)
    assert 900 <= model.columns_.n_questions <= 1_000
    assert str(model.columns_[0]) == "x0: numbers; 33 of 455 thresholds (quantiles)"


def test_auto_asks_less_on_a_tall_table():
    table = np.random.default_rng(0).random((200_000, 4))
    assert [column.size for column in Binarizer().fit(table).columns_] == [50] * 4
    given = {0: 101}
    assert [column.size for column in Binarizer(given).fit(table).columns_] == [101, 33, 33, 33]


def test_more_answers_than_memory_are_refused():
    table = np.arange(100_000.0).reshape(-1, 1)
    with pytest.raises(ValueError, match=r"column 'x0' alone asks 99999.*thresholds=\"auto\""):
        Binarizer("all").fit(table)
