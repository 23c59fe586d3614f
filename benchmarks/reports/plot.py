"""What the plots have in common: their size, their colours, and bars beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, GREY = "#2166ac", "#d95f02", "#1b9e77", "#8c8c8c"
GOAL = "#b2182b"
GOAL_LINE: dict[str, Any] = {"color": GOAL, "linestyle": "--", "linewidth": 1.1}


@dataclass(frozen=True)
class Panel:
    """One value for each problem, and the line that it should not cross."""

    title: str
    values: Sequence[float]
    labels: Sequence[str]
    goal: float | None = None
    colour: str = BLUE


def figure(
    width: float, height: float, panels: int, *, share_y: bool = False
) -> tuple[Figure, list[Axes]]:
    """A figure with panels side by side, without the lines that say nothing."""
    made = Figure(figsize=(width, height), layout="constrained")
    axes = list(made.subplots(1, panels, sharey=share_y, squeeze=False)[0])
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
    return made, axes


def bars(names: Sequence[str], panels: Sequence[Panel]) -> Figure:
    """Problems from top to bottom; a panel for each thing that was measured of them."""
    made, axes = figure(4.6 * len(panels) + 1, 0.42 * len(names) + 1.3, len(panels), share_y=True)
    places = range(len(names))
    for one, panel in zip(axes, panels, strict=True):
        one.barh(places, panel.values, height=0.62, color=panel.colour)
        for place, value, label in zip(places, panel.values, panel.labels, strict=True):
            one.annotate(
                label, (value, place), (4, 0), textcoords="offset points", va="center", fontsize=9
            )
        if panel.goal is not None:
            one.axvline(panel.goal, **GOAL_LINE)
        one.set_xlim(0, 1.14 * max(*panel.values, panel.goal or 0.0))
        one.set_title(panel.title, loc="left", fontsize=11)
        one.tick_params(axis="y", length=0)
    axes[0].set_yticks(places, names)
    axes[0].invert_yaxis()
    return made
