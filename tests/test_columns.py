"""What the columns of a table become: questions in the user's words, answered as they say."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from scipy.sparse import coo_array, csc_matrix, csr_array

from exactree import OptimalTreeClassifier
from exactree.columns import Binarizer
from mixed import mixed_tables
from problems import hard_table

NAN = np.nan


def questions(table, **settings):
    return Binarizer(**settings).fit(table).get_feature_names_out().tolist()


TEXTS = {
    "numbers": ({"age": [20, 30, 41, 42]}, ["age <= 25", "age <= 35.5", "age <= 41.5"]),
    "one number": ({"age": [7, 7, 7]}, []),
    "decimals": ({"w": [0.1, 0.2, 0.3]}, ["w <= 0.15", "w <= 0.25"]),
    "negative": ({"t": [-2.5, -1.5, 0.0, -0.0]}, ["t <= -2", "t <= -0.75"]),
    "neighbours": ({"t": [1.0, 1 + 2**-52]}, ["t <= 1"]),
    "large": ({"t": [2**53, 2**53 + 1]}, [f"t <= {2**53}"]),
    "unsigned": ({"t": np.array([2**64 - 1, 2**64 - 3], "u8")}, [f"t <= {2**64 - 2}"]),
    "64 bits apart": ({"t": [-(2**63), 2**63 - 1]}, ["t <= -1"]),
    "floats apart": ({"t": [-1.7e308, 1.7e308]}, ["t <= 0"]),
    "huge": ({"t": [1.6e308, 1.7e308]}, ["t <= 1.65e+308"]),
    "tiny": ({"t": [0.0, 5e-324]}, ["t <= 0"]),
    "0/1": ({"smokes": [0, 1, 1]}, ["smokes"]),
    "0/1 as floats": ({"smokes": [0.0, 1.0]}, ["smokes"]),
    "booleans": ({"smokes": [False, True]}, ["smokes"]),
    "two values": ({"sex": ["m", "f", "f"]}, ["sex = m"]),
    "three values": (
        {"colour": ["red", "blue", "grey"]},
        ["colour = blue", "colour = grey", "colour = red"],
    ),
    "one value": ({"colour": ["red", "red"]}, []),
    "categories in their order": (
        {"size": pd.Categorical(["M", "S", "L"], categories=["XS", "S", "M", "L"], ordered=True)},
        ["size = S", "size = M", "size = L"],
    ),
    "missing numbers": (
        {"age": [20, NAN, 30]},
        ["age <= 25", "age is missing", "age <= 25 or missing"],
    ),
    "missing booleans": (
        {"smokes": [True, None, False]},
        ["smokes", "smokes is missing", "smokes or missing"],
    ),
    "missing values of two": (
        {"sex": ["m", None, "f"]},
        ["sex = m", "sex is missing", "sex = m or missing"],
    ),
    "a number or none": ({"age": [20.0, None]}, ["age is missing"]),
    "nothing but missing": ({"age": [NAN, NAN]}, ["age is missing"]),
}


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS.keys())
def test_a_column_opens_into(case):
    columns, expected = case
    assert questions(pd.DataFrame(columns)) == expected


def test_a_tree_speaks_the_words_of_the_table():
    table = pl.DataFrame(
        {
            "colour": ["red", "blue", "red", "grey", "grey", "red"],
            "income": [30.0, 10.0, 20.0, None, 30.0, 10.0],
        }
    )
    model = OptimalTreeClassifier(max_depth=2).fit(table, [1, 0, 1, 1, 0, 1])
    assert str(model.tree_) == (
        "colour = red?\n"
        "├── no:  income is missing?\n"
        "│   ├── no:  0  (2 rows, 0 errors)\n"
        "│   └── yes: 1  (1 row, 0 errors)\n"
        "└── yes: 1  (3 rows, 0 errors)"
    )
    assert model.tree_.feature.tolist() == [0, 1, -1, -1, -1]
    assert str(model.columns_) == (
        "colour: categories; 3 values\nincome: numbers, some missing; all 2 thresholds"
    )


def test_the_middle_goes_where_scikit_learn_sends_it():
    model = OptimalTreeClassifier(max_depth=1).fit([[1.0], [2.0]], [0, 1])
    assert model.predict([[1.5], [np.nextafter(1.5, 2)]]).tolist() == [0, 1]


OTHER_TYPES = {
    "rounds up in 32 bits": ([[1.0], [1 + 1.5 * 2**-23]], np.float32([[1], [1 + 2**-23]])),
    "negative halves": ([[-2.0], [-1.0]], np.array([[-2], [-1]])),
    "below all bytes": ([[-300.0], [-200.0]], np.array([[-128], [5]], dtype=np.int8)),
    "above all bytes": ([[200], [300]], np.array([[7], [127]], dtype=np.int8)),
    "large integers as floats": ([[2**60], [2**60 + 1]], np.array([[2.0**60], [2.0**61]])),
    "large floats as integers": ([[2.0**60], [2.0**60 + 256]], np.array([[2**60], [2**61]])),
}
EXPECTED = {"below all bytes": [1, 1], "above all bytes": [0, 0]}


@pytest.mark.parametrize("case", OTHER_TYPES)
def test_numbers_of_another_type_are_compared_exactly(case):
    table, later = OTHER_TYPES[case]
    model = OptimalTreeClassifier(max_depth=1).fit(table, [0, 1])
    assert model.predict(later).tolist() == EXPECTED.get(case, [0, 1])


def test_large_integers_of_lists_stay_integers_beside_fractions():
    table = [[2**53, 0.5], [2**53 + 1, 0.5]]
    assert questions(table) == [f"x0 <= {2**53}"]


def test_missing_values_take_the_better_side():
    table = [[1], [2], [3], [4], [None]]
    for label in (0, 1):
        model = OptimalTreeClassifier(max_depth=1).fit(table, [0, 0, 1, 1, label])
        assert model.objective_ == 0
        assert model.predict([[None], [NAN]]).tolist() == [label, label]


def test_a_value_missing_for_the_first_time_goes_with_most_training_rows():
    many_low, many_high = [[1], [1], [2]], [[1], [2], [2]]
    for table, label in ((many_low, 0), (many_high, 1), ([[1], [2]], 1)):
        model = OptimalTreeClassifier(max_depth=1).fit(table, [row[0] - 1 for row in table])
        assert str(model.tree_.questions[0]) == "x0 <= 1.5"
        assert model.predict([[NAN]]).tolist() == [label]
    for yes, no in ((True, False), ("b", "a"), (1, 0)):
        model = OptimalTreeClassifier(max_depth=1).fit([[yes], [yes], [no]], [1, 1, 0])
        assert model.predict([[None]]).tolist() == [1]
        model.fit([[yes], [no], [no]], [1, 0, 0])
        assert model.predict([[None]]).tolist() == [0]


def test_a_category_that_was_never_seen_is_none_of_those_asked_for():
    model = OptimalTreeClassifier(max_depth=1).fit([["a"], ["b"], ["c"]], [0, 0, 1])
    assert str(model.tree_.questions[0]) == "x0 = c"
    assert model.predict([["d"], ["c"]]).tolist() == [0, 1]


def test_numbers_beside_0_and_1_are_cut_between_them_in_predict():
    model = OptimalTreeClassifier(max_depth=1).fit([[0], [1]], [0, 1])
    assert model.predict([[-3], [0.5], [0.6], [2]]).tolist() == [0, 0, 1, 1]


def test_booleans_come_back_as_0_and_1_but_not_as_other_numbers():
    model = OptimalTreeClassifier(max_depth=1).fit([[False], [True]], [0, 1])
    assert model.predict([[1.0], [0.0], [NAN]]).tolist() == [1, 0, 0]
    with pytest.raises(ValueError, match="column 'x0', row 1 is 2, but the column held yes/no"):
        model.predict([[1], [2]])


def test_only_the_columns_that_are_asked_are_read_by_predict():
    table = pd.DataFrame({"age": [20, 30], "note": ["", ""]})
    model = OptimalTreeClassifier().fit(table, [0, 1])
    assert model.predict(table.assign(note=np.inf)).tolist() == [0, 1]


def test_of_very_many_values_the_most_frequent_are_asked_for():
    values = [f"{place:03}" for place in range(300)] + ["299", "150"]
    binarizer = Binarizer().fit([[value] for value in values])
    names = binarizer.get_feature_names_out().tolist()
    assert len(names) == 256
    assert names == sorted(names)
    assert {"x0 = 150", "x0 = 299", "x0 = 000"} <= set(names)
    assert str(binarizer.columns_) == "x0: categories; the 256 most frequent of 300 values"


def test_a_table_of_0_and_1_is_searched_where_it_lies(monkeypatch):
    from exactree import _core

    X, y = hard_table(rows=100, columns=8)
    seen, solve = [], _core.solve
    monkeypatch.setattr(
        _core, "solve", lambda x, *rest, **limits: seen.append(x) or solve(x, *rest, **limits)
    )
    for table in (X, X.astype(float), X.astype(bool), np.asfortranarray(X)):
        OptimalTreeClassifier(max_depth=2).fit(table, y)
        assert seen.pop() is table


def test_a_copy_of_a_model_answers_alike():
    table = pl.DataFrame({"age": [1.5, None, 2.5, 9], "colour": ["red", "blue", None, "red"]})
    model = OptimalTreeClassifier(max_depth=3).fit(table, [0, 1, 1, 0])
    copied = pickle.loads(pickle.dumps(model))
    assert str(copied.tree_) == str(model.tree_)
    assert str(copied.columns_) == str(model.columns_)
    assert copied.predict(table).tolist() == [0, 1, 1, 0]


def test_a_sparse_table_is_left_as_it_was():
    table = csc_matrix((np.array([1.0, 2.0, 3.0]), np.array([1, 0, 0]), np.array([0, 3])), (2, 1))
    OptimalTreeClassifier().fit(table, [0, 1])
    assert table.indices.tolist() == [1, 0, 0]
    assert OptimalTreeClassifier().fit(table, [0, 1]).columns_[0].thresholds.tolist() == [3.0]


SPARSE = [csr_array, csc_matrix, coo_array]


@pytest.mark.parametrize("hold", SPARSE)
def test_sparse_tables_give_the_same_leaves(hold):
    random = np.random.default_rng(0)
    whole = random.integers(0, 4, (60, 5))
    for table in (whole, whole / 3, whole > 2, np.where(whole == 3, NAN, whole), whole % 2):
        y = (whole[:, 0] > 1) ^ (random.random(60) < 0.2)
        model = OptimalTreeClassifier(max_depth=3)
        leaves = model.fit(table, y).apply(table).tolist()
        assert model.fit(hold(table), y).apply(hold(table)).tolist() == leaves
        assert model.apply(table).tolist() == leaves


TEXT = np.array([["red", "S"], ["blue", "M"], ["red", "L"], ["blue", "S"]])
TEXT_HOLDERS = {
    "numpy text": np.asarray,
    "numpy objects": lambda table: table.astype(object),
    "lists": lambda table: table.tolist(),
    "pandas": lambda table: pd.DataFrame(table, columns=["x0", "x1"]),
    "pandas string": lambda table: pd.DataFrame(table, dtype="string"),
    "pandas pyarrow": lambda table: pd.DataFrame(table, dtype="string[pyarrow]"),
    "pandas categories": lambda table: pd.DataFrame(table, dtype="category"),
    "polars": lambda table: pl.DataFrame(table, schema=["x0", "x1"]),
    "polars categories": lambda table: pl.DataFrame(table, schema=["x0", "x1"]).cast(
        pl.Categorical
    ),
    "polars enum": lambda table: pl.DataFrame(table, schema=["x0", "x1"]).select(
        pl.col("x0").cast(pl.Enum(["blue", "red"])), pl.col("x1").cast(pl.Enum(["L", "M", "S"]))
    ),
    "pyarrow": lambda table: pl.DataFrame(table, schema=["x0", "x1"]).to_arrow(),
    "pyarrow dictionary": lambda table: (
        pl.DataFrame(table, schema=["x0", "x1"]).cast(pl.Categorical).to_arrow()
    ),
}

if hasattr(np, "dtypes") and hasattr(np.dtypes, "StringDType"):  # from numpy 2 on
    TEXT_HOLDERS["numpy variable text"] = lambda table: table.astype(np.dtypes.StringDType())


@pytest.mark.parametrize("hold", TEXT_HOLDERS.values(), ids=TEXT_HOLDERS.keys())
def test_text_is_categories_whatever_holds_it(hold):
    table = hold(TEXT)
    assert sorted(questions(table)) == ["x0 = red", "x1 = L", "x1 = M", "x1 = S"]
    model = OptimalTreeClassifier(max_depth=1).fit(table, [1, 0, 1, 0])
    assert str(model.tree_.questions[0]) == "x0 = red"
    assert model.predict(table).tolist() == [1, 0, 1, 0]


def test_bytes_are_categories():
    assert questions(TEXT.astype(bytes)[:, :1]) == ["x0 = b'red'"]


def test_a_masked_cell_is_missing():
    table = np.ma.masked_array([[1.0], [2.0], [9.0]], mask=[[False], [False], [True]])
    assert questions(table) == ["x0 <= 1.5", "x0 is missing", "x0 <= 1.5 or missing"]


@settings(max_examples=300)
@given(mixed_tables())
def test_in_an_ordered_group_each_yes_includes_the_one_before(problem):
    table = [list(row) for row in zip(*problem.columns, strict=True)]
    binarizer = Binarizer("all").fit(table)
    answers, order = binarizer.transform(table), binarizer.columns_.order
    assert order.column.tolist() == [question.column for question in binarizer.questions_]
    for number in range(1, len(order.group)):
        if order.group[number] == order.group[number - 1]:
            assert order.column[number] == order.column[number - 1]
            assert order.place[number] == order.place[number - 1] + 1
            assert (answers[:, number] >= answers[:, number - 1]).all()
        else:
            assert order.group[number] == order.group[number - 1] + 1
            assert order.place[number] == 0
    numeric = [kind in ("numbers", "fractions", "huge") for kind in problem.kinds]
    for place, is_numeric in enumerate(numeric):
        if is_numeric:
            assert len(set(order.group[order.column == place])) <= 2
