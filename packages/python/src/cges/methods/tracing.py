"""DeepConf online (arXiv 2508.15260): the confidence of a trace as its tokens come, and where a bar ends it."""

from __future__ import annotations

import math
from typing import Optional, Sequence

from .method import Method
from .votes import Decision, Minima, Vote, heaviest

#: Group confidences count in hundredths, rounded down.
_STEPS = 100
#: Shares this little below the threshold still reach it.
_SLACK = 1e-12


def trace_confidences(top_logprobs: Sequence[Sequence[float]]) -> list[float]:
    """Return how sure a model was at every token: the mean negative log-probability of its twenty likeliest there.

    ``top_logprobs`` holds those natural log-probabilities, two at least a token; less likely than e⁻¹⁰⁰ counts as that.
    """
    return [_confidence(each, at) for at, each in enumerate(top_logprobs, start=1)]


def _confidence(logprobs: Sequence[float], token: int) -> float:
    if len(logprobs) < 2 or any(math.isnan(each) for each in logprobs):
        raise ValueError(f"token {token} needs the log-probabilities of two tokens at least")
    top = sorted(logprobs, reverse=True)[:20]
    return -sum(min(0.0, max(-100.0, each)) for each in top) / len(top)


def group_minima(confidences: Sequence[float], window: int) -> Minima:
    """Return where the mean confidence of the last ``window`` tokens came to a new low: after how many, and to what.

    That is all it takes to tell at which token any bar ends the trace. One shorter than the window is one group.
    """
    for token, each in enumerate(confidences, start=1):
        if not (each >= 0 and math.isfinite(each)):
            raise ValueError(f"the confidence of token {token} must be a number from 0, not {each}")
    minima: list[tuple[int, float]] = []
    total = 0.0
    for end, each in enumerate(confidences, start=1):
        total = total - (confidences[end - 1 - window] if end > window else 0.0) + each
        # Summed anew once a window, so that no rounding error grows with the trace.
        if end % window == 0:
            total = sum(confidences[end - window : end])
        if end < min(window, len(confidences)):
            continue
        group = math.floor(_STEPS * total / min(window, end)) / _STEPS
        if not minima or group < minima[-1][1]:
            minima.append((end, group))
    return minima


def deepconf(method: Method, votes: Sequence[Vote]) -> Decision:
    """Let whole warm-ups set a bar, drop what falls below it, and weigh the rest by their lowest group confidence."""
    read = votes[: method.budget]
    warm = min(method["warmUps"], method.budget)
    bar = _bar(method, read, warm)
    weights: dict[str, float] = {}
    for calls, vote in enumerate(read, start=1):
        _weigh(weights, vote, bar, calls)
        if calls < warm:
            continue
        answer, score = _leader(weights)
        clear = (score or 0.0) >= method["threshold"] - _SLACK
        if clear or calls == method.budget:
            return Decision(True, calls, answer, score, "threshold" if clear else "budget")
    answer, score = _leader(weights)
    return Decision(False, len(read), answer, score, until=max(len(read) + 1, warm))


def tokens_charged(method: Method, votes: Sequence[Vote]) -> list[Optional[int]]:
    """Return how many tokens each vote is charged: all of a warm-up's, of others those up to where they fall below the bar."""
    warm = min(method["warmUps"], method.budget)
    bar = _bar(method, votes, warm)
    ends = [next((at for at, low in vote.minima if low < bar), None) for vote in votes]
    return [vote.tokens if at < warm or end is None else end for at, (vote, end) in enumerate(zip(votes, ends))]


def _bar(method: Method, votes: Sequence[Vote], warm: int) -> float:
    """The percentile of the warm-ups' lowest group confidences, linear between two; nothing is below it before they are all there."""
    if len(votes) < warm:
        return -math.inf
    lowest = sorted(vote.minima[-1][1] for vote in votes[:warm] if vote.minima)
    if not lowest:
        return -math.inf
    place = (1 - float(method["keep"])) * (len(lowest) - 1)
    below, above = lowest[math.floor(place)], lowest[math.ceil(place)]
    return below if above == below else below + (place - math.floor(place)) * (above - below)


def _weigh(weights: dict[str, float], vote: Vote, bar: float, sample: int) -> None:
    if vote.answer is None:
        return
    if not vote.minima:
        raise ValueError(f"sample {sample} has an answer but no confidence of its tokens")
    lowest = vote.minima[-1][1]
    if lowest >= bar:
        weights[vote.answer] = weights.get(vote.answer, 0.0) + lowest


def _leader(weights: dict[str, float]) -> tuple[Optional[str], Optional[float]]:
    best = heaviest(weights)
    if best is None:
        return None, None
    total = sum(weights.values())
    return best[0], 0.0 if total == 0 else best[1] / total
