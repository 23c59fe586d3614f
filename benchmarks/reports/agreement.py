"""Whether the answers hold: solvers against each other, known optima, their own claims."""

from __future__ import annotations

from collections import defaultdict

from ..data import known_optima
from ..task import Measurement


def faults(measured: list[Measurement]) -> list[str]:
    """One sentence for each thing that must never be; empty when all is well."""
    return _disagreements(measured) + _false_claims(measured) + _failures(measured)


def agreement_claims(measured: list[Measurement]) -> list[str]:
    """What can be said of the answers when there are no faults."""
    by_problem: dict[tuple[str, int], set[str]] = defaultdict(set)
    for one in measured:
        if one.proven:
            by_problem[one.table, one.depth].add(one.solver)
    if not by_problem or faults(measured):
        return []
    several = sum(len(solvers) > 1 for solvers in by_problem.values())
    known = sum(problem in known_optima() for problem in by_problem)
    said = f"Proven: {len(by_problem)} problems"
    if several:
        said += f", {several} of them by more than one solver in this run"
    if known:
        said += f", {known} with an optimum known beforehand"
    agree = "; all agree" if several or known else ""
    return [f"{said}{agree}. Errors are counted from the predictions."]


def _disagreements(measured: list[Measurement]) -> list[str]:
    by_problem: dict[tuple[str, int], dict[str, int]] = defaultdict(dict)
    for one in measured:
        if one.proven and one.errors is not None:
            by_problem[one.table, one.depth][one.engine] = one.errors
    said = []
    for (table, depth), answers in by_problem.items():
        known = known_optima().get((table, depth))
        if known is not None:
            answers["the known optimum"] = known
        if len(set(answers.values())) > 1:
            listed = ", ".join(f"{engine} {errors}" for engine, errors in answers.items())
            said.append(f"{table} depth {depth}: solvers disagree on the least errors ({listed})")
    return said


def _false_claims(measured: list[Measurement]) -> list[str]:
    return [
        f"{one.table} depth {one.depth}: {one.engine} says {one.claimed_errors} errors, "
        f"its tree makes {one.errors}"
        for one in measured
        if one.claimed_errors is not None and one.claimed_errors != one.errors
    ]


def _failures(measured: list[Measurement]) -> list[str]:
    return [
        f"{one.table} depth {one.depth}: {one.engine} {one.status} {one.note or ''}".rstrip()
        for one in measured
        if one.solver == "exactree" and one.status in ("crashed", "killed")
    ]
