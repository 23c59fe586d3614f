"""The questions of a table as a transformer, for use with other tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_array, check_is_fitted

from exactree.columns import admission, reading, thresholds
from exactree.columns.door import Columns, learn
from exactree.columns.questions import Question
from exactree.columns.thresholds import Target


class Binarizer(TransformerMixin, BaseEstimator):
    """Turns any table into one of 0 and 1: the answers to the questions a tree may ask.

    It opens a table as the estimators do, so a tree over its output is a tree over the table.

    Parameters
    ----------
    thresholds : {"auto", "all", "mdlp", "reference"}, int or dict, default="auto"
        Where numbers are cut; as in `OptimalTreeClassifier`. "mdlp" and "reference" need `y`.

    Attributes
    ----------
    columns_ : Columns
        What was learned of each column; `columns_.order` tells which questions stand in order.
    questions_ : tuple of Question
        What each output column answers.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of str
        The columns' names, when the table had names that are all text.

    Examples
    --------
    >>> from exactree.columns import Binarizer
    >>> binarizer = Binarizer().fit([[20, "red"], [30, "blue"], [None, "red"]])
    >>> binarizer.get_feature_names_out().tolist()
    ['x0 <= 25', 'x0 is missing', 'x0 <= 25 or missing', 'x1 = red']
    >>> binarizer.transform([[21, "pink"]])
    array([[1, 0, 1, 0]], dtype=uint8)
    >>> binarizer.inverse_transform([[0, 0, 0, 1], [0, 1, 1, 0]])
    array([[30, 'red'],
           [None, 'blue']], dtype=object)
    """

    columns_: Columns

    def __init__(self, thresholds: str | int | Mapping[Any, str | int] = "auto") -> None:
        self.thresholds = thresholds

    def fit(self, X: Any, y: Any = None) -> Binarizer:
        """Learn the questions of a table.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            A table of any kind.
        y : array-like of shape (n_samples,) or None, default=None
            What is to be predicted, for thresholds that depend on it.

        Returns
        -------
        Binarizer
            This transformer.

        Examples
        --------
        >>> Binarizer("mdlp").fit([[1], [2], [3], [4]] * 9, [0, 0, 1, 1] * 9).questions_[0].text()
        'x0 <= 2.5'
        """
        table = admission.learn_columns(self, X)
        names = admission.names(self)
        thresholds.check(self.thresholds, names)
        if y is not None:
            check_consistent_length(X, y)
        self.columns_, _ = learn(table, names, self.thresholds, _target(y))
        return self

    def transform(self, X: Any) -> NDArray[np.uint8]:
        """Answer the questions.

        A missing value in a column that had none in `fit` answers no, and so does a value of a
        category that `fit` has not seen.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of `fit`.

        Returns
        -------
        ndarray of uint8 of shape (n_samples, n_questions)
            A column of 0 and 1 for each question.

        Examples
        --------
        >>> Binarizer().fit([[20], [30], [50]]).transform([[25], [40.5]])
        array([[1, 1],
               [0, 0]], dtype=uint8)
        """
        check_is_fitted(self, "columns_")
        table = admission.same_columns(self, X)
        return self._answers(table)

    def inverse_transform(self, X: Any) -> NDArray[Any]:
        """Return rows that answer the questions in this way.

        A number is a training value of the same interval, a category that none of the questions
        asks for is any of them, and None is missing.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_questions)
            Answers, such as `transform` gives.

        Returns
        -------
        ndarray of object of shape (n_samples, n_features)
            A table with the columns of `fit`.

        Examples
        --------
        >>> Binarizer().fit([["red"], ["blue"]]).inverse_transform([[1], [0]])
        array([['red'],
               ['blue']], dtype=object)
        """
        check_is_fitted(self, "columns_")
        answers = check_array(X, dtype=np.uint8)
        if answers.shape[1] != self.columns_.n_questions:
            raise ValueError(
                f"X has {answers.shape[1]} columns, but there are {self.columns_.n_questions} "
                "questions"
            )
        rows = np.empty((len(answers), len(self.columns_)), dtype=object)
        starts = np.cumsum([0, *(column.n_questions for column in self.columns_)])
        for column, start in zip(self.columns_, starts, strict=False):
            own = answers[:, start : start + column.n_questions]
            rows[:, column.place] = column.restore(own)
        self._refuse_contradictions(answers, rows)
        return rows

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the questions as text.

        Parameters
        ----------
        input_features : array-like of str or None, default=None
            What to call the columns; None takes the names of `fit`.

        Returns
        -------
        ndarray of str objects
            A name for each column that `transform` returns.

        Examples
        --------
        >>> Binarizer().fit([[20], [30]]).get_feature_names_out(["age"]).tolist()
        ['age <= 25']
        """
        check_is_fitted(self, "columns_")
        names = admission.names(self) if input_features is None else list(input_features)
        if len(names) != len(self.columns_):
            raise ValueError(
                f"input_features should have length equal to number of features "
                f"({len(self.columns_)}), got {len(names)}"
            )
        if hasattr(self, "feature_names_in_") and list(names) != list(self.feature_names_in_):
            raise ValueError("input_features is not equal to feature_names_in_")
        texts = [question.text(names[question.column]) for question in self.questions_]
        return np.array(texts, dtype=object)

    @property
    def questions_(self) -> tuple[Question, ...]:
        """What each output column answers."""
        return tuple(map(self.columns_.question, range(self.columns_.n_questions)))

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn what kind of tables are read."""
        tags = admission.with_input_tags(super().__sklearn_tags__())
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _answers(self, table: reading.Table) -> NDArray[np.uint8]:
        answers = np.empty((table.rows, self.columns_.n_questions), dtype=np.uint8, order="F")
        number = 0
        for column in self.columns_:
            cells = table.column(column.place, column.name)
            for own in range(column.n_questions):
                answers[:, number] = column.question(own).answers(cells)
                number += 1
        return answers

    def _refuse_contradictions(self, answers: NDArray[np.uint8], rows: NDArray[Any]) -> None:
        differ = (self._answers(reading.read(rows)) != answers) if len(rows) else answers[:, :0]
        if differ.any():
            row, number = np.argwhere(differ)[0].tolist()
            column = self.columns_[self.columns_.order.column[number]]
            raise ValueError(
                f"row {row} contradicts itself: no value of column {column.name!r} answers its "
                f"questions so, `{self.columns_.question(number)}` among them"
            )


def _target(y: Any) -> Target | None:
    """The target as the strategies want it: class numbers, or numbers."""
    if y is None:
        return None
    y = column_or_1d(y)
    if type_of_target(y) in ("binary", "multiclass"):
        classes, codes = np.unique(y, return_inverse=True)
        return Target(codes, len(classes))
    return Target(y, None)
