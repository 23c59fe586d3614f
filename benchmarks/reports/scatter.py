"""The plot of a comparison: our seconds across, the peer's up, ratios as diagonals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .plot import BLUE, GOAL, GREEN, GREY, ORANGE, figure

COLOURS = {3: GREY, 4: BLUE, 5: ORANGE, 6: GREEN}
RATIOS = (1, 10, 100, 1000, 10_000)


@dataclass(frozen=True)
class Point:
    """The CPU seconds that one problem took us and a peer."""

    depth: int
    ours: float
    peer: float
    stopped: bool
    """Whether the peer was stopped: the true point lies higher."""


def scatter(panels: Mapping[str, Sequence[Point]], least: float | None = None) -> Figure:
    """A panel for each peer; below `least` seconds of the first, problems are not counted."""
    everything = [point for points in panels.values() for point in points]
    across = _range([point.ours for point in everything])
    up = _range([point.peer for point in everything])
    made, axes = figure(5.4 * len(panels) + 0.4, 5.2, len(panels), share_y=True)
    for one, (peer, points) in zip(axes, panels.items(), strict=True):
        one.set(xscale="log", yscale="log", xlim=across, ylim=up)
        _diagonals(one, across, up)
        for point in points:
            one.plot(
                point.ours,
                point.peer,
                marker="^" if point.stopped else "o",
                color=COLOURS.get(point.depth, GREY),
                markerfacecolor="none" if point.stopped else None,
                markersize=6.5,
                alpha=0.85,
                linestyle="none",
            )
        one.set_xlabel("exactree, CPU seconds")
        one.set_title(peer, loc="left", fontsize=11)
    if least is not None:
        label = f"below {least:g} s: not counted"
        axes[0].axhspan(up[0], least, color=GREY, alpha=0.12, linewidth=0, label=label)
    axes[0].set_ylabel("peer, CPU seconds")
    _legend(axes[0], everything)
    return made


def _range(values: Sequence[float]) -> tuple[float, float]:
    return min(values) / 1.8, max(values) * 2.2


def _diagonals(axes: Axes, across: tuple[float, float], up: tuple[float, float]) -> None:
    """Where the peer takes 1, 10, 100, ... times as long as we do."""
    for ratio in RATIOS:
        ends = [max(across[0], up[0] / ratio), min(across[1], up[1] / ratio)]
        if ends[0] >= ends[1]:
            continue
        axes.plot(
            ends,
            [ratio * end for end in ends],
            color=GOAL if ratio == 1 else GREY,
            linewidth=1.1 if ratio == 1 else 0.7,
            linestyle="-" if ratio == 1 else ":",
            zorder=0,
        )
        inside = math.exp(0.06 * math.log(ends[0]) + 0.94 * math.log(ends[1]))
        axes.annotate(
            f"{ratio:,} times" if ratio > 1 else "equal",
            (inside, ratio * inside),
            (-4, 2),
            textcoords="offset points",
            ha="right",
            fontsize=8,
            color="#555555",
        )


def _legend(axes: Axes, points: Sequence[Point]) -> None:
    for depth in sorted({point.depth for point in points}):
        axes.plot([], [], "o", color=COLOURS.get(depth, GREY), label=f"depth {depth}")
    if any(point.stopped for point in points):
        axes.plot(
            [], [], "^", color="#444444", markerfacecolor="none", label="peer stopped at its limit"
        )
    axes.legend(frameon=False, fontsize=9, loc="lower right")
