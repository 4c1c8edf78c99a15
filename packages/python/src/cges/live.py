"""Limits for a run's final figures from its first questions, which hold at every look at once."""

from __future__ import annotations

import math
from typing import Callable

#: How often, over a whole run, limits may miss at some look.
ALPHA = 0.05
#: Prior weights of won, lost and neither: methods that read the same samples mostly agree.
_WINS, _LOSSES, _TIES = 0.5, 0.5, 5.0


def live_interval(trials: int, closed: int, right: int, unknown: int = 0, alpha: float = ALPHA) -> tuple[float, float]:
    """Return limits in [0, 1] for the share right of all trials, from the first ``closed`` of a random order.

    ``unknown`` of them have no verdict: they may be either. Source: Waudby-Smith and Ramdas, Confidence sequences for
    sampling without replacement (2020), the prior-posterior ratio.
    """
    if not (0 <= unknown < closed <= trials and 0 <= right and right + unknown <= closed):
        raise ValueError(f"{right} right and {unknown} unknown of {closed} closed of {trials} trials")
    low = _last_kept(trials, closed, right, alpha, low=True)
    return low / trials, _last_kept(trials, closed, right + unknown, alpha, low=False) / trials


def _last_kept(trials: int, closed: int, right: int, alpha: float, *, low: bool) -> int:
    floor = math.log(alpha / (closed + 1)) - _log_choose(closed, right)
    most = trials - closed + right

    def kept(total: int) -> bool:
        return _log_choose(trials - closed, total - right) - _log_choose(trials, total) > floor

    inside = min(most, max(right, right * (trials + 1) // closed))
    return _edge(kept, inside, right if low else most)


def live_difference(
    trials: int, closed: int, wins: int, losses: int, unknown: int = 0, alpha: float = ALPHA
) -> tuple[float, float]:
    """Return limits in [-1, 1] for how much more of all trials one method has right than another.

    Of the first ``closed`` of a random order, ``wins`` only the one has right, ``losses`` only the other, and of
    ``unknown`` one has no verdict. Source as ``live_interval``, with a Dirichlet-multinomial prior.
    """
    if not (0 <= unknown < closed <= trials and min(wins, losses) >= 0 and wins + losses + unknown <= closed):
        raise ValueError(f"{wins} wins, {losses} losses and {unknown} unknown of {closed} closed of {trials} trials")
    low = -_furthest(trials, closed, losses + unknown, wins, alpha)
    return low / trials, _furthest(trials, closed, wins + unknown, losses, alpha) / trials


def _furthest(trials: int, closed: int, wins: int, losses: int, alpha: float) -> int:
    floor = math.log(alpha) + _log_expected(closed, wins, losses)

    def kept(difference: int) -> bool:
        return _likeliest(trials, closed, wins, losses, difference) > floor

    most = trials - closed + wins - losses
    least = wins - losses - (trials - closed)
    # Halves round up, as where the fleet does it.
    near = min(most, max(least, math.floor((wins - losses) * trials / closed + 0.5)))
    inside = next((each for each in (near, near - 1, near + 1) if kept(each)), wins - losses)
    edge = _edge(kept, inside, most)
    # Neighbours divide the rest otherwise, odd or even: one beyond may be kept if the next is not.
    return edge + 2 if edge != most and kept(edge + 2) else edge


def _edge(kept: Callable[[int], bool], inside: int, outermost: int) -> int:
    """Find the last value that is kept on the way from one inside to the outermost."""
    if kept(outermost):
        return outermost
    while abs(inside - outermost) > 1:
        middle = (inside + outermost) // 2
        if kept(middle):
            inside = middle
        else:
            outermost = middle
    return inside


def _log_expected(closed: int, wins: int, losses: int) -> float:
    weight = _WINS + _LOSSES + _TIES
    each = ((_WINS, wins), (_LOSSES, losses), (_TIES, closed - wins - losses))
    parts = (math.lgamma(prior + n) - math.lgamma(prior) - math.lgamma(n + 1) for prior, n in each)
    return math.lgamma(closed + 1) + math.lgamma(weight) - math.lgamma(weight + closed) + sum(parts)


def _likeliest(trials: int, closed: int, wins: int, losses: int, difference: int) -> float:
    """Return ln of the chance of what was seen under the likeliest division with this difference."""
    ties = closed - wins - losses
    low, high = max(losses, wins - difference), (trials - ties - difference) // 2
    if high < low:
        return -math.inf
    while low < high:
        lost = (low + high) // 2
        rest = trials - difference - 2 * lost
        more = (lost + difference + 1) * (lost + 1) * (rest - ties) * (rest - ties - 1)
        if more > (lost + difference + 1 - wins) * (lost + 1 - losses) * rest * (rest - 1):
            low = lost + 1
        else:
            high = lost
    return (
        _log_choose(low + difference, wins)
        + _log_choose(low, losses)
        + _log_choose(trials - difference - 2 * low, ties)
        - _log_choose(trials, closed)
    )


def _log_choose(n: int, k: int) -> float:
    if k < 0 or k > n:
        return -math.inf
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
