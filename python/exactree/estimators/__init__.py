"""Estimators that keep scikit-learn's names and habits, one a file.

A new one subclasses `TreeEstimator`, which reads tables and walks trees, and brings its own `fit`
and `predict`.
"""

from exactree.estimators.classifier import OptimalTreeClassifier
from exactree.estimators.front import Front
from exactree.estimators.generic import OptimalTree
from exactree.estimators.outcome import Statistics

__all__ = ["Front", "OptimalTree", "OptimalTreeClassifier", "Statistics"]
