"""Estimators that keep scikit-learn's names and habits, one a file.

A new one subclasses `TreeEstimator`, which reads tables and walks trees, and brings its own `fit`
and `predict`.
"""

from exactree.estimators.classifier import OptimalTreeClassifier
from exactree.estimators.clusterer import OptimalTreeClusterer
from exactree.estimators.front import Front
from exactree.estimators.generic import OptimalTree
from exactree.estimators.outcome import Statistics
from exactree.estimators.regressor import OptimalTreeRegressor

__all__ = [
    "Front",
    "OptimalTree",
    "OptimalTreeClassifier",
    "OptimalTreeClusterer",
    "OptimalTreeRegressor",
    "Statistics",
]
