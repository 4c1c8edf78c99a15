"""Best of n by rewards, with an optimal stop (arXiv 2510.15945)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Callable, Optional, Sequence

from .mathematics import gauss_legendre, incomplete_beta
from .method import Method
from .votes import Vote, confidence_of

#: Standardised values, shares of the index, and points on either side of the best: enough for three digits.
_VALUES, _SHARES, _POINTS = 24, 16, 16
#: At least so many draws are looked ahead, where there are, and fewer than twice as many.
_AHEAD = 32
_FEWEST = 3
_FAR = 8.0


@dataclass(frozen=True)
class _Level:
    """What searching on is worth after some rewards, by the best one so far and by the cost; in posterior scales."""

    low: float
    step: float
    index: Sequence[float]
    once: Sequence[float]
    worth: Sequence[Sequence[float]]

    def place(self, value: float) -> float:
        return min(max((value - self.low) / self.step, 0.0), _VALUES - 1 - 1e-9)


@dataclass(frozen=True)
class _Way:
    """One way that a draw can come out: how much it counts, the scale after it, the index then, the worth by its shares."""

    weight: float
    scale: float
    index: float
    share: Sequence[float]

    def worth(self, cost: float) -> float:
        return 0.0 if cost >= self.index else self.index * _between(self.share, cost / self.index * (_SHARES - 1))


def search_index(rewards: int, left: int, value: float) -> float:
    """Return the largest cost at which one more draw is worth it, in scales; ``value`` is the best reward's."""
    level = _levels(min(rewards + left, _AHEAD * math.ceil((rewards + _AHEAD) / _AHEAD)))[rewards]
    at = level.place(value)
    return _gain(rewards - 1, min(value, _FAR)) * math.exp(_between(level.index, at) - _between(level.once, at))


@lru_cache(maxsize=128)
def _levels(end: int) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    after: Optional[_Level] = None
    for rewards in range(end - 1, max(_FEWEST, end - 2 * _AHEAD) - 1, -1):
        after = levels[rewards] = _level(rewards, after)
    return levels


def _level(rewards: int, after: Optional[_Level]) -> _Level:
    low = 1 / math.sqrt(rewards + 1)
    step = (min(_FAR, (rewards - 1) / math.sqrt(rewards + 1)) - low) / (_VALUES - 1)
    index, once, worth = [], [], []
    for at in range(_VALUES):
        value = low + at * step
        gain = _gain(rewards - 1, value)
        ways = [] if after is None else _ways(rewards, value, after)

        def searching(cost: float, gain: float = gain, ways: Sequence[_Way] = ways) -> float:
            return gain - cost + sum(way.weight * way.worth(cost / way.scale) for way in ways)

        root = _root(searching, gain)
        once.append(math.log(gain))
        index.append(math.log(root))
        worth.append([searching(share / (_SHARES - 1) * root) / root for share in range(_SHARES - 1)] + [0.0])
    return _Level(low, step, index, once, worth)


def _root(f: Callable[[float], float], start: float) -> float:
    """Find the root of a convex, decreasing function that is not below 0 at ``start``: each secant falls short."""
    a, b = start / 2, start
    fa, fb = f(a), f(b)
    for _ in range(30):
        if fb <= 1e-7 * start or fa <= fb:
            break
        a, b = b, b + fb * (b - a) / (fa - fb)
        fa, fb = fb, f(b)
    return b


def _between(values: Sequence[float], at: float) -> float:
    left = math.floor(at)
    return values[left] + (at - left) * (values[left + 1] - values[left])


def _ways(rewards: int, value: float, after: _Level) -> list[_Way]:
    """A draw has Student's t with one degree of freedom less than there are rewards; as √ν tan θ."""
    freedom = rewards - 1
    best = math.atan(value / math.sqrt(freedom))
    end = max(best, math.acos(10 ** (-16 / freedom)))
    density = math.exp(math.lgamma(rewards / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    spread = math.sqrt(rewards + 2) / (rewards + 1) * math.sqrt(freedom)
    ways = []
    for start, stop in ((-end, best), (best, end)):
        for node, part in gauss_legendre(_POINTS):
            angle = (start + stop) / 2 + (stop - start) / 2 * node
            sine, cosine = math.sin(angle), math.cos(angle)
            top = rewards * sine if angle > best else (rewards + 1) * value * cosine / math.sqrt(freedom) - sine
            at = after.place(top / math.sqrt(rewards + 2))
            row = math.floor(at)
            share = [low + (at - row) * (high - low) for low, high in zip(after.worth[row], after.worth[row + 1])]
            weight = (stop - start) / 2 * part * density * cosine ** (freedom - 1)
            scale = spread / cosine
            ways.append(_Way(weight * scale, scale, math.exp(_between(after.index, at)), share))
    return ways


def _gain(freedom: int, z: float) -> float:
    """Return E(t − z)⁺ of Student's t."""
    scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2
    density = math.exp(scale - (freedom + 1) / 2 * math.log1p(z * z / freedom))
    beyond = incomplete_beta(freedom / (freedom + z * z), freedom / 2, 0.5) / 2
    return density * (freedom + z * z) / (freedom - 1) - z * beyond


class Beacon:
    """Give the answer with the best reward, once a better one is not worth the calls it would take."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._best: tuple[float, Optional[str]] = (-1.0, None)
        self._count, self._mean, self._squares, self._left = 0, 0.0, 0.0, method.budget

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        reward = confidence_of(vote, self._method["confidence"], sample)
        if reward > self._best[0]:
            self._best = (reward, answer)
        # One below the first hundredth of what those before it let expect counts as their mean.
        reward = self._mean if self._is_extreme(reward) else reward
        self._count += 1
        off = reward - self._mean
        self._mean += off / self._count
        self._squares += off * (reward - self._mean)
        self._left = self._method.budget - sample

    def _scale(self) -> float:
        return math.sqrt(self._squares / (self._count - 1) * (1 + 1 / self._count))

    def _is_extreme(self, reward: float) -> bool:
        if self._count < _FEWEST or reward >= self._mean:
            return False
        freedom, scale = self._count - 1, self._scale()
        share = 0.0 if scale == 0 else freedom / (freedom + ((reward - self._mean) / scale) ** 2)
        return incomplete_beta(share, freedom / 2, 0.5) / 2 < 0.01

    def _worth(self) -> float:
        most = 1 - self._best[0]
        if self._count < _FEWEST:
            return most
        scale = self._scale()
        if scale == 0:
            return 0.0
        return min(most, scale * search_index(self._count, max(1, self._left), (self._best[0] - self._mean) / scale))

    def stops(self) -> bool:
        return bool(self._worth() <= self._method["cost"] + 1e-12)

    def score(self) -> float:
        return 1 - self._worth()

    def leader(self) -> Optional[str]:
        return self._best[1]
