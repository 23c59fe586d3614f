"""A tree as text, for a terminal or a letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sklearn.utils.validation import check_is_fitted

from exactree.tree import Tree


def export_text(
    tree: Any, *, feature_names: Sequence[str] | None = None, counts: bool = True
) -> str:
    """Write a tree as text, one line a node.

    Parameters
    ----------
    tree : Tree or fitted estimator
        What to write.
    feature_names : sequence of str or None, default=None
        What to call the columns; None takes the names that the tree was learned with.
    counts : bool, default=True
        Whether leaves tell how many training rows and errors they hold.

    Returns
    -------
    str
        The lines, without a line break at the end.

    Examples
    --------
    >>> from exactree import OptimalTreeClassifier, export_text
    >>> model = OptimalTreeClassifier(max_depth=1).fit([[0], [1], [1]], ["stay", "go", "go"])
    >>> print(export_text(model))
    x0?
    ├── no:  stay  (1 row, 0 errors)
    └── yes: go  (2 rows, 0 errors)
    """
    if not isinstance(tree, Tree):
        check_is_fitted(tree, "tree_")
        tree = tree.tree_
    names = tree.feature_names if feature_names is None else feature_names
    if len(names) != len(tree.feature_names):
        raise ValueError(
            f"feature_names has {len(names)} names, but the tree was fitted on "
            f"{len(tree.feature_names)} columns"
        )
    lines: list[str] = []
    waiting = [(0, "", "")]  # node, what its own line starts with, what lines below it start with
    while waiting:
        node, start, below = waiting.pop()
        question = tree.questions[node]
        if question is None:
            lines.append(start + _leaf(tree, node, counts))
            continue
        lines.append(f"{start}{_on_one_line(question.text(names[question.column]))}?")
        waiting.append((int(tree.yes[node]), below + "└── yes: ", below + "    "))
        waiting.append((int(tree.no[node]), below + "├── no:  ", below + "│   "))
    return "\n".join(lines)


def _leaf(tree: Tree, node: int, counts: bool) -> str:
    says = _on_one_line(tree.told(node))
    if not counts:
        return says
    rows, cost = int(tree.rows[node]), tree.cost[node]
    if tree.measure == "error":
        return f"{says}  ({_counted(rows, 'row')}, {_counted(int(cost), 'error')})"
    return f"{says}  ({_counted(rows, 'row')}, {tree.measure} {cost:.6g})"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _on_one_line(value: Any) -> str:
    """The value's text, with line breaks and control characters written as escapes."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(value)
    )
