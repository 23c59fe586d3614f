"""Solvers of every size: the fewest errors for each number of splits, up to a full tree."""


def numbers_of_splits(depth: int) -> range:
    """From one to those of a full tree."""
    return range(1, 2**depth)
