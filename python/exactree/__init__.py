"""Provably optimal decision trees.

>>> from exactree import OptimalTreeClassifier
>>> both = [[0, 0], [0, 1], [1, 0], [1, 1]]
>>> model = OptimalTreeClassifier(max_depth=2).fit(both, ["no", "no", "no", "yes"])
>>> model.status_, model.objective_
('optimal', 0)
"""

from importlib.metadata import version

from exactree.estimators import (
    Front,
    OptimalTree,
    OptimalTreeClassifier,
    OptimalTreeClusterer,
    OptimalTreeRegressor,
    Statistics,
)
from exactree.estimators.path import SolutionPath, solution_path
from exactree.export import export_text
from exactree.tree import ClassTree, Tree

__version__ = version("exactree")

__all__ = [
    "ClassTree",
    "Front",
    "OptimalTree",
    "OptimalTreeClassifier",
    "OptimalTreeClusterer",
    "OptimalTreeRegressor",
    "SolutionPath",
    "Statistics",
    "Tree",
    "__version__",
    "export_text",
    "solution_path",
]
