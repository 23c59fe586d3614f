"""The tree as text."""

import numpy as np
import pandas as pd
import pytest

from exactree import OptimalTreeClassifier, Tree, export_text
from exactree.columns.questions import IsTrue, Missing

X = pd.DataFrame({"rain": [0, 0, 1, 1, 1], "wind": [0, 1, 0, 1, 1]})
Y = ["out", "out", "out", "in", "in"]


@pytest.fixture(scope="module")
def model():
    return OptimalTreeClassifier(max_depth=2).fit(X, Y)


TEXT = """\
rain?
├── no:  out  (2 rows, 0 errors)
└── yes: wind?
    ├── no:  out  (1 row, 0 errors)
    └── yes: in  (2 rows, 0 errors)"""


def test_the_text_shows_questions_labels_rows_and_errors(model):
    assert export_text(model) == TEXT


def test_print_shows_the_same(model, capsys):
    print(model.tree_)  # noqa: T201
    assert capsys.readouterr().out == TEXT + "\n"


def test_estimator_and_tree_give_the_same_text(model):
    assert export_text(model.tree_) == export_text(model)


def test_counts_can_be_left_out(model):
    assert export_text(model, counts=False).splitlines()[1] == "├── no:  out"


def test_columns_can_be_given_names(model):
    text = export_text(model, feature_names=["did it rain", "did it blow"])
    assert text.startswith("did it rain?\n")
    assert "    did it blow" not in text.splitlines()[0]
    with pytest.raises(ValueError, match="1 names, but the tree was fitted on 2 columns"):
        export_text(model, feature_names=["rain"])


def test_a_single_leaf_is_one_line():
    model = OptimalTreeClassifier(max_depth=0).fit(X, Y)
    assert export_text(model) == "out  (5 rows, 2 errors)"


def test_a_name_stays_on_its_line():
    model = OptimalTreeClassifier(max_depth=1)
    model.fit(pd.DataFrame({"a\nb\x1b[2J": [0, 1]}), ["no\tthing", "ünï"])
    lines = export_text(model).split("\n")
    assert lines[0] == "a\\nb\\x1b[2J?"
    assert lines[1].startswith("├── no:  no\\tthing  (")
    assert lines[2].startswith("└── yes: ünï  (")


def test_repr_tells_the_size(model):
    assert repr(model.tree_) == "<Tree: leaves=3, depth=2, errors=0, rows=5>"


def test_a_deep_tree_is_shown_whole():
    depth = 1_200  # deeper than Python may call
    inner = np.arange(depth)
    nowhere = np.full(depth + 1, -1)
    tree = Tree(
        feature=np.concatenate([inner, nowhere]).astype(np.int32),
        no=np.concatenate([inner + depth + 1, nowhere]).astype(np.int32),
        yes=np.concatenate([inner + 1, nowhere]).astype(np.int32),
        says=np.full(2 * depth + 1, "out"),
        rows=np.ones(2 * depth + 1, dtype=np.int64),
        cost=np.zeros(2 * depth + 1, dtype=np.int64),
        measure="error",
        feature_names=tuple(f"x{column}" for column in inner),
        questions=tuple(
            IsTrue(column, f"x{column}", Missing.UNSEEN, strict=False) for column in inner.tolist()
        )
        + (None,) * (depth + 1),
    )
    lines = export_text(tree, counts=False).splitlines()
    assert len(lines) == tree.n_nodes
    assert lines[-1] == "    " * (depth - 1) + "└── yes: out"
