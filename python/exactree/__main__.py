"""`python -m exactree`: fit the built-in example, show the tree and what was proved."""

from __future__ import annotations

from exactree import OptimalTreeClassifier, export_text
from exactree.example import icy_roads


def main() -> None:
    """Fit, and print what came of it."""
    X, y, feature_names = icy_roads()
    model = OptimalTreeClassifier(max_depth=4).fit(X, y)
    rows, columns = X.shape
    print(f"Is the road icy? {rows} mornings, {columns} yes/no questions about each.\n")
    print(export_text(model, feature_names=feature_names))
    print(f"\nstatus: {model.status_}")
    print(f"errors: {model.objective_}; no tree of depth 4 makes fewer than {model.lower_bound_}")
    print(f"time:   {model.stats_.seconds:.4f} s, proof included")


if __name__ == "__main__":
    main()
