"""Time limits and Ctrl-C: how long after the moment a search really ends."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..task import Measurement
from . import agreement
from .comparison import OURS
from .page import Goal, Report, markdown_table, problem, seconds, short
from .plot import BLUE, GOAL_LINE, GREEN, GREY, ORANGE, figure

COLOURS = {"exactree": BLUE, "pystreed": ORANGE, "pydl85": GREEN}
MARKERS = "osD^vP"
LEAST = 1e-4
"""Less than this is drawn as this: a logarithm has no zero."""


def read(measured: list[Measurement], goals: dict[str, float]) -> Report:
    limited = [one for one in measured if one.interrupt_after is None]
    interrupted = [one for one in measured if one.interrupt_after is not None]
    early = [problem(one) for one in measured if one.proven]
    claims = _peer_claims(limited, interrupted)
    if early:
        claims.append(f"Proven before it had to stop, so not counted: {'; '.join(early)}.")
    return Report(
        _goals(limited, interrupted, goals),
        claims,
        _table(limited, interrupted),
        _figure(limited, interrupted, goals),
        agreement.faults(measured),
    )


def late(one: Measurement) -> float | None:
    """Seconds from the moment at which it was to end to its end; None when it ended by itself
    or had to be killed."""
    if one.interrupt_after is not None:
        return one.latency
    if one.status != "stopped" or one.wall_longest is None:
        return None
    return one.wall_longest - one.limit


def _goals(
    limited: list[Measurement], interrupted: list[Measurement], goals: dict[str, float]
) -> list[Goal]:
    return [
        _goal(limited, goals["most_overrun"], "time limits are overrun by"),
        _goal(interrupted, goals["most_latency"], "Ctrl-C ends the fit within"),
    ]


def _goal(measured: list[Measurement], most: float, what: str) -> Goal:
    ours = [one for one in measured if one.solver == OURS and not one.proven]
    known = [value for one in ours if (value := late(one)) is not None]
    worst = max(known, default=0.0)
    return Goal(
        f"{what} {most:g} s at most",
        f"{len(known)} of {len(ours)} ended by themselves, the latest after {worst:.3f} s",
        bool(ours) and len(known) == len(ours) and worst <= most,
    )


def _peer_claims(limited: list[Measurement], interrupted: list[Measurement]) -> list[str]:
    claims = []
    for solver in dict.fromkeys(one.solver for one in limited + interrupted):
        over = [one for one in limited if one.solver == solver and late(one) is not None]
        if over:
            worst = max(over, key=lambda one: (one.wall_longest or 0.0) / one.limit)
            claims.append(
                f"{solver} at its worst: a limit of {worst.limit:g} s became "
                f"{worst.wall_longest:.2f} s ({problem(worst)})."
            )
        deaf = sum(one.status == "killed" for one in interrupted if one.solver == solver)
        heard = [one.latency for one in interrupted if one.solver == solver and one.latency]
        if heard or deaf:
            said = f"{solver} after Ctrl-C: "
            said += f"ended within {max(heard):.3f} s" if heard else "did not end"
            claims.append(said + (f"; {deaf} fits had to be killed." if deaf else "."))
    return claims


def _table(limited: list[Measurement], interrupted: list[Measurement]) -> str:
    limits = markdown_table(
        ["problem", "engine", "limit, s", "ended after, s", "beyond, s", "MB"],
        [
            [
                problem(one),
                one.engine,
                f"{one.limit:g}",
                seconds(one.wall_longest) or one.status,
                _beyond(one),
                f"{one.peak_megabytes:.0f}" if one.peak_megabytes else "",
            ]
            for one in limited
        ],
    )
    signals = markdown_table(
        ["problem", "engine", "SIGINT after, s", "ended after another, s"],
        [
            [problem(one), one.engine, f"{one.interrupt_after:g}", _beyond(one)]
            for one in interrupted
        ],
    )
    note = (
        "Wall seconds of the fit. A search that was sent SIGINT had a limit of its own of "
        f"{max((one.limit for one in interrupted), default=0.0):g} s."
    )
    return f"{note}\n\n{limits}\n\n{signals}"


def _beyond(one: Measurement) -> str:
    value = late(one)
    return one.status if value is None else f"{value:.3f}"


def _figure(
    limited: list[Measurement], interrupted: list[Measurement], goals: dict[str, float]
) -> Figure:
    made, (left, right) = figure(11, 4.6, 2, share_y=True)
    tables = list(dict.fromkeys(one.table for one in limited + interrupted))
    _points(left, limited, [one.limit for one in limited], tables)
    _points(right, interrupted, [one.interrupt_after or 0.0 for one in interrupted], tables)
    left.set_title("seconds beyond the time limit", loc="left", fontsize=11)
    left.set_xlabel("time limit, seconds")
    right.set_title("seconds from SIGINT to the end", loc="left", fontsize=11)
    right.set_xlabel("SIGINT after, seconds")
    left.axhline(goals["most_overrun"], **GOAL_LINE)
    right.axhline(goals["most_latency"], **GOAL_LINE)
    for solver, colour in COLOURS.items():
        right.plot([], [], "o", color=colour, label=solver)
    for table, marker in zip(tables, MARKERS, strict=False):
        right.plot([], [], marker, color=GREY, label=short(table))
    right.plot([], [], **GOAL_LINE, label="goal for exactree: below")
    right.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return made


def _points(
    axes: Axes, measured: list[Measurement], across: list[float], tables: list[str]
) -> None:
    """Beside each other where they would cover each other."""
    solvers = list(COLOURS)
    for one, place in zip(measured, across, strict=True):
        value = late(one)
        if value is None:
            continue
        beside = 1.0 + 0.16 * (solvers.index(one.solver) - 1)
        axes.plot(
            place * beside,
            max(value, LEAST),
            MARKERS[tables.index(one.table) % len(MARKERS)],
            color=COLOURS[one.solver],
            markersize=7,
            alpha=0.8,
        )
    axes.set(xscale="log", yscale="log")
    places = sorted(set(across))
    axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.minorticks_off()
