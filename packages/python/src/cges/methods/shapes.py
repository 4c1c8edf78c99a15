"""Bayesian stopping by a list of the shapes that earlier questions had (arXiv 2602.05395, with L = 3 groups)."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from .watching import Bayes

Shape = tuple[int, tuple[float, ...]]

_SHAPE = r"[1-9]\d{0,5}x[1-9]\d{0,3}(?:-[1-9]\d{0,3}){0,15}"
_LIST = re.compile(f"{_SHAPE}(?:/{_SHAPE})*", re.ASCII)
_MOST_TEXT = 1000


def is_list(text: object) -> bool:
    """Say whether a text is a list of shapes, such as ``57x1/21x9-1``."""
    return isinstance(text, str) and len(text) <= _MOST_TEXT and _LIST.fullmatch(text) is not None


@lru_cache(maxsize=50)
def shapes_of(text: str) -> tuple[Shape, ...]:
    """Read a list: how many questions had a shape, and the shares of their answers, the likeliest first."""
    found: list[Shape] = []
    for shape in text.split("/"):
        questions, _, written = shape.partition("x")
        counts = sorted(map(int, written.split("-")), reverse=True)
        found.append((int(questions), tuple(count / sum(counts) for count in counts)))
    return tuple(found)


@lru_cache(maxsize=50_000)
def leader_by_list(text: str, first: int, second: int, others: int) -> float:
    """Return the probability that the leader is the likeliest answer, given the votes of it, of the second and of the rest."""
    found: list[tuple[float, float, float]] = []
    for questions, chances in shapes_of(text):
        ratios = [chance / chances[0] for chance in chances]
        log = math.log(questions) + (first + second + others) * math.log(chances[0])
        everything = _ways(ratios, first, second, others, led=False)
        if everything > 0:
            found.append((log, everything, _ways(ratios[1:], first, second, others, led=True)))
    largest = max((log for log, _, _ in found), default=0.0)
    total = sum(math.exp(log - largest) * everything for log, everything, _ in found)
    return sum(math.exp(log - largest) * leads for log, _, leads in found) / total if total > 0 else 0.0


#: Whether the leader and the second are among the answers looked at, the votes placed, and how many equal the second.
State = tuple[bool, bool, int, int]


def _ways(ratios: list[float], first: int, second: int, others: int, led: bool) -> float:
    """Sum the products p^r / r! over all ways in which the answers share the votes, none with more than the second."""
    if second == 0:
        return 1.0 if led else sum(ratio**first for ratio in ratios)
    if others > (len(ratios) - (1 if led else 2)) * second:
        return 0.0
    ways: dict[State, float] = {(led, False, 0, 0): 1.0}
    for ratio in ratios:
        following: dict[State, float] = {}

        def add(state: State, weight: float) -> None:
            following[state] = following.get(state, 0.0) + weight

        for (leads, follows, placed, equal), weight in ways.items():
            if not leads:
                add((True, follows, placed, equal), weight * ratio**first)
            if not follows:
                add((leads, True, placed, equal), weight * ratio**second)
            for votes in range(min(second, others - placed) + 1):
                if votes > 0:
                    weight *= ratio / votes
                add((leads, follows, placed + votes, equal + (votes == second)), weight)
        ways = following
    tied = 2 if first == second else 1
    whole = ((equal, weight) for (leads, follows, placed, equal), weight in ways.items() if leads and follows and placed == others)
    return sum(weight / math.comb(tied + equal, tied) for equal, weight in whole)


class BayesShapes(Bayes):
    """Stop once the leader is probably the likeliest answer, by the list."""

    def score(self) -> float:
        first, second, *rest = [*sorted(self._counts.values(), reverse=True), 0]
        return leader_by_list(self._method["shapes"], first, second, sum(rest))
