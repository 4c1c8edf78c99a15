"""How many batches of samples a rule waits for, one after another."""

from __future__ import annotations

import math

from .method import Method


def rounds(method: Method, calls: int) -> int:
    """Return how many batches so many calls take: the samples of one are drawn at once, and the next waits for them."""
    if method.name in ("sc", "cisc"):
        return 1
    if method.name == "esc":
        return math.ceil(calls / int(method["window"]))
    if method.name == "doubling":
        return max(1, (calls - 1).bit_length())
    if method.name == "deepconf":
        return 1 + max(0, calls - int(method["warmUps"]))
    if method.name == "parallel-probe":
        return 1
    if method.name == "margin-retained":
        warm_ups = 0 if method["alpha"] is not None else int(method["warmUps"])
        return 1 if warm_ups == 0 or calls <= warm_ups else 2
    return calls
