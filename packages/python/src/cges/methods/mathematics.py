"""The probabilities that stopping rules compare with their thresholds."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Sequence


def logit(p: float) -> float:
    """Return the log-odds of a probability in (0, 1), accurate near both ends."""
    return math.log(p) - math.log1p(-p)


def clamp_confidence(value: float, epsilon: float = 1e-6) -> float:
    """Keep a confidence away from 0 and 1, where its log-odds would be infinite; a ValueError on NaN."""
    if math.isnan(value):
        raise ValueError("a confidence must be a number, not NaN")
    return min(max(value, epsilon), 1 - epsilon)


def half_tail(v1: int, v2: int) -> float:
    """Return P(Beta(v1 + 1, v2 + 1) < ½), as the binomial tail it is: how likely the second answer leads in truth."""
    trials = v1 + v2 + 1
    term = 2.0**-trials
    below = 0.0
    for k in range(v2 + 1):
        below += term
        term *= (trials - k) / (k + 1)
    return below


def beta_probability(v1: int, v2: int) -> float:
    """Return ASC's Beta criterion: the probability that the leader stays ahead of the second (arXiv 2305.11860)."""
    return 1 - half_tail(v1, v2)


def vote_regret(v1: int, v2: int) -> float:
    """Return the share of votes expected to be lost by giving the leader instead of the runner-up."""
    a, b = v1 + 1, v2 + 1
    return half_tail(v1, v2) - ((2 * a) / (a + b)) * half_tail(v1 + 1, v2)


def majority_evidence(v1: int, v2: int) -> float:
    """Return ln of the evidence against "the second answer is at least as likely as the first"."""
    votes = v1 + v2
    beta = math.lgamma(v1 + 1) + math.lgamma(v2 + 1) - math.lgamma(votes + 2)
    return (votes + 1) * math.log(2) + beta + math.log1p(-half_tail(v1, v2))


def dirichlet_probability(counts: Sequence[int]) -> float:
    """Return ASC's Dirichlet criterion, exactly: the probability that the leader stays ahead of the next four."""
    leader, *rivals = sorted(counts, reverse=True)[:5]
    if len(rivals) < 2:
        return beta_probability(leader, rivals[0] if rivals else 0)
    return _leads_all(leader, tuple(rivals))


@lru_cache(maxsize=10_000)
def _leads_all(leader: int, rivals: tuple[int, ...]) -> float:
    """Sum over the sets of rivals that all stay ahead; every term is a probability, so that nothing cancels."""
    logs = [0.0]
    for n in range(1, leader + 2 + sum(rivals)):
        logs.append(logs[-1] + math.log(n))
    subsets: list[tuple[int, list[float]]] = [(0, [1.0])]
    for rival in rivals:
        subsets += [_with_answer(subset, rival, logs) for subset in subsets]
    return sum((-1.0) ** answers * _all_ahead(answers, chances, leader, logs) for answers, chances in subsets)


def _with_answer(subset: tuple[int, list[float]], cap: int, logs: Sequence[float]) -> tuple[int, list[float]]:
    """Draw one more answer with its cap: of n draws, k fall on it by the binomial distribution."""
    answers, chances = subset
    size = answers + 1
    if answers == 0:
        return size, [1.0] * (cap + 1)
    sums = [0.0] * (len(chances) + cap)
    for others, chance in enumerate(chances):
        for own in range(cap + 1):
            n = others + own
            ways = logs[n] - logs[own] - logs[others]
            sums[n] += chance * math.exp(ways - n * math.log(size) + others * math.log(answers))
    return size, sums


def _all_ahead(answers: int, chances: Sequence[float], leader: int, logs: Sequence[float]) -> float:
    """Return the probability that all answers of a subset beat the leader."""
    if answers == 0:
        return 1.0
    total = 0.0
    for n, chance in enumerate(chances):
        ways = logs[leader + n] - logs[leader] - logs[n]
        total += chance * math.exp(ways + n * math.log(answers) - (leader + 1 + n) * math.log(answers + 1))
    return total


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), by the continued fraction of DLMF 8.17.22."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c = 1.0
    d = 1 / _not_zero(1 - ((a + b) * x) / (a + 1))
    fraction = d
    for m in range(1, 501):
        even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / _not_zero(1 + step * d)
            c = _not_zero(1 + step / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return math.exp(front) * fraction / a


def _not_zero(value: float) -> float:
    return 1e-300 if abs(value) < 1e-300 else value


def gauss_legendre(size: int) -> list[tuple[float, float]]:
    """Return nodes and weights on (−1, 1), by Newton's method on the Legendre polynomial."""
    found = []
    for at in range(size):
        node, slope = math.cos(math.pi * (at + 0.75) / (size + 0.5)), 1.0
        for _ in range(8):
            before, now = 1.0, node
            for n in range(2, size + 1):
                before, now = now, ((2 * n - 1) * node * now - (n - 1) * before) / n
            slope = size * (node * now - before) / (node * node - 1)
            node -= now / slope
        found.append((node, 2 / ((1 - node * node) * slope * slope)))
    return found
