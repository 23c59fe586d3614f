"""Whether the machine had other things to do, which makes its times worth less."""

from __future__ import annotations

from statistics import median

from ..task import Measurement
from .comparison import MAIN_PEER, OURS

LEAST_SECONDS = 0.05
LEAST_SHARE = 0.95


def busy_claims(measured: list[Measurement]) -> list[str]:
    """A warning when fits that never wait by themselves had to wait for a core."""
    shares = [
        one.cpu_seconds / one.wall_seconds
        for one in measured
        if one.solver in (OURS, MAIN_PEER) and one.threads == 1
        if one.cpu_seconds is not None and (one.wall_seconds or 0.0) >= LEAST_SECONDS
        if one.wall_seconds is not None
    ]
    if not shares or median(shares) >= LEAST_SHARE:
        return []
    return [
        f"**The machine was busy with other things**: half of the fits with one thread had a core "
        f"for {median(shares):.0%} of their time or less. Measure again when it is idle."
    ]
