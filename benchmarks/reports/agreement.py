"""Whether the answers hold: solvers against each other, known optima, their own claims."""

from __future__ import annotations

import math
from collections import defaultdict

from ..data import known_optima
from ..task import Measurement, Problem

TOLERANCE = 1e-6
"""By so much of itself a sum may differ; whole numbers of errors below a million may not."""


def faults(measured: list[Measurement]) -> list[str]:
    """One sentence for each thing that must never be; empty when all is well."""
    return _disagreements(measured) + _false_claims(measured) + _failures(measured)


def agreement_claims(measured: list[Measurement]) -> list[str]:
    """What can be said of the answers when there are no faults."""
    by_problem: dict[Problem, set[str]] = defaultdict(set)
    for one in measured:
        if one.proven:
            by_problem[one.problem].add(one.solver)
    if not by_problem or faults(measured):
        return []
    several = sum(len(solvers) > 1 for solvers in by_problem.values())
    known = sum(_known(problem) is not None for problem in by_problem)
    said = f"Proven: {len(by_problem)} problems"
    if several:
        said += f", {several} of them by more than one solver in this run"
    if known:
        said += f", {known} with an optimum known beforehand"
    agree = "; all agree" if several or known else ""
    counted = "Errors" if all(_is_errors(problem) for problem in by_problem) else "Costs"
    return [f"{said}{agree}. {counted} are counted from the predictions."]


def _disagreements(measured: list[Measurement]) -> list[str]:
    by_problem: dict[Problem, dict[str, list[float]]] = defaultdict(dict)
    for one in measured:
        if one.proven and one.counted_costs is not None:
            by_problem[one.problem][one.engine] = one.counted_costs
    said = []
    for problem, answers in by_problem.items():
        known = _known(problem)
        if known is not None:
            answers["the known optimum"] = [float(known)]
        first, *others = answers.values()
        if not all(_same(first, other) for other in others):
            listed = ", ".join(f"{engine} {_told(costs)}" for engine, costs in answers.items())
            least = "least errors" if _is_errors(problem) else f"least {problem.objective}"
            said.append(f"{_named(problem)}: solvers disagree on the {least} ({listed})")
    return said


def _false_claims(measured: list[Measurement]) -> list[str]:
    return [
        f"{_named(one.problem)}: {one.engine} says {_told(one.claimed_costs)} {one.objective}, "
        f"its tree makes {_told(one.counted_costs or [])}"
        for one in measured
        if one.claimed_costs is not None and not _same(one.claimed_costs, one.counted_costs or [])
    ]


def _same(some: list[float], others: list[float]) -> bool:
    """Whether costs are equal, but for the roundings of sums."""
    return len(some) == len(others) and all(
        math.isclose(one, other, rel_tol=TOLERANCE) for one, other in zip(some, others, strict=True)
    )


def _is_errors(problem: Problem) -> bool:
    return problem.objective == "errors"


def _known(problem: Problem) -> int | None:
    return known_optima().get((problem.table, problem.depth)) if _is_errors(problem) else None


def _named(problem: Problem) -> str:
    priced = "" if problem.penalty is None else f" penalty {problem.penalty:g}"
    return f"{problem.table} depth {problem.depth}{priced}"


def _told(costs: list[float]) -> str:
    return " ".join(f"{cost:.9g}" for cost in costs)


def _failures(measured: list[Measurement]) -> list[str]:
    return [
        f"{_named(one.problem)}: {one.engine} {one.status} {one.note or ''}".rstrip()
        for one in measured
        if one.solver == "exactree" and one.status in ("crashed", "killed")
    ]
