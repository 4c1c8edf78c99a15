"""The confidences that rules weigh answers by, from token log-probabilities.

Sources: arXiv 2511.02603, 2508.15260 (DeepConf), 2502.18581 (self-certainty), 2601.02970 (its windows), 2402.11756 (MARS), 2501.07301 (rewards).
"""

from __future__ import annotations

import math
import re
from typing import Callable, Mapping, Optional, Sequence

from .mathematics import clamp_confidence

#: DeepConf's own window, in tokens.
WINDOW = 2048
#: That of self-certainty, in tokens.
CERTAINTY_WINDOW = 128
_LEAST = math.log(1e-9)


def token_confidences(logprobs: Sequence[float], *, window: int = WINDOW) -> Optional[dict[str, float]]:
    """Return every confidence that the log-probabilities of a response's tokens give, by signal; None without tokens.

    They are natural logarithms as the server returned them: above 0 counts as 0, −9999 and below as probability 0.
    """
    signals = token_signals(logprobs, window=window)
    return None if signals is None else {name: clamp_confidence(raw) for name, raw in signals.items()}


def token_signals(logprobs: Sequence[float], *, window: int = WINDOW) -> Optional[dict[str, float]]:
    """Return the same signals as computed, before they are kept away from 0 and 1."""
    if len(logprobs) == 0:
        return None
    logs = [_log_probability(each) for each in logprobs]
    probabilities = [math.exp(each) for each in logs]
    return {
        "lns-arith": _mean(probabilities),
        "lns-geom": math.exp(_mean(logs)),
        "deepconf-b10": _smallest_mean(probabilities),
        "deepconf-tail": _mean(probabilities[-max(1, len(probabilities) // 5) :]),
        "deepconf-b10-window": _smallest_mean(_window_means(probabilities, window)),
        "deepconf-tail-window": _mean(probabilities[-window:]),
    }


def self_certainty(top_logprobs: Sequence[Sequence[float]]) -> Optional[float]:
    """Return the confidence ``self-certainty``: 1 − e⁻ᵐ, m the mean distance of the likeliest tokens from even odds.

    ``top_logprobs`` holds, for every token, the log-probabilities of the likeliest ones, of which twenty count; None
    where a place has fewer than two. It is no probability: recalibrate it (``map``).
    """
    if len(top_logprobs) == 0 or any(len(each) < 2 for each in top_logprobs):
        return None
    return clamp_confidence(-math.expm1(-_mean([_token_certainty(each) for each in top_logprobs])))


def self_certainty_b10_window(
    top_logprobs: Sequence[Sequence[float]], *, window: int = CERTAINTY_WINDOW
) -> Optional[float]:
    """Return the confidence ``self-certainty-b10-window``, which ReASC reads: the mean of the lowest tenth of windows.

    A window of ``window`` tokens begins at every token, shorter near the end; the mean distance in them from even odds is a
    share of the most that it can be. ``top_logprobs`` as in ``self_certainty``; it is no probability either.
    """
    if len(top_logprobs) == 0 or any(len(each) < 2 for each in top_logprobs):
        return None
    certainties = [_token_certainty(each) for each in top_logprobs]
    sums = [0.0]
    for each in certainties:
        sums.append(sums[-1] + each)
    ends = [min(start + window, len(certainties)) for start in range(len(certainties))]
    means = [(sums[end] - sums[start]) / (end - start) for start, end in enumerate(ends)]
    return clamp_confidence(_smallest_mean(means) / -_LEAST)


def _token_certainty(logprobs: Sequence[float]) -> float:
    """The mean of −ln(k·p) over one place's k likeliest tokens, as listed; what is less likely than 1e-9 counts as that."""
    if any(math.isnan(each) for each in logprobs):
        raise ValueError("a log-probability must be a number, not NaN")
    top = sorted(logprobs, reverse=True)[:20]
    return max(0.0, -math.log(len(top)) - _mean([max(each, _LEAST) for each in top]))


def mars_confidence(
    tokens: Sequence[str], logprobs: Sequence[float], importance: Optional[Sequence[float]] = None
) -> Optional[float]:
    """Return the confidence ``mars``: half the mean log-probability, half that of the steps, weighed by importance.

    ``tokens`` are the tokens' texts; ``importance`` holds one number a step, worked out from their words unless given.
    """
    if len(tokens) != len(logprobs):
        raise ValueError(f"{len(tokens)} tokens, but {len(logprobs)} log-probabilities")
    if not tokens:
        return None
    steps, holders = split_steps(tokens)
    weighed = step_importance(steps) if importance is None else importance
    if len(weighed) != len(steps) or not all(math.isfinite(each) for each in weighed):
        raise ValueError(f"{len(steps)} steps need as many finite importances")
    logs = [_log_probability(each) for each in logprobs]
    if -math.inf in logs:
        return clamp_confidence(0)
    means = [_mean([log for log, holder in zip(logs, holders) if holder == step]) for step in range(len(steps))]
    largest = max(weighed)
    powers = [math.exp((each - largest) / 0.1) for each in weighed]
    weighted = sum(power / sum(powers) * mean for power, mean in zip(powers, means))
    return clamp_confidence(math.exp((_mean(logs) + weighted) / 2))


def reward_confidence(steps: Sequence[float], how: str = "last") -> Optional[float]:
    """Return the confidence ``rm`` from a process reward model's step scores; None without steps.

    ``how`` is last, product, min, mean or geomean (arXiv 2501.07301).
    """
    for score in steps:
        if not 0 <= score <= 1:
            raise ValueError(f"a step score must be in [0, 1], not {score}")
    if not steps:
        return None
    ways: dict[str, Callable[[], float]] = {
        "last": lambda: steps[-1],
        "product": lambda: math.prod(steps),
        "min": lambda: min(steps),
        "mean": lambda: _mean(steps),
        "geomean": lambda: math.exp(_mean([math.log(each) if each > 0 else -math.inf for each in steps])),
    }
    if how not in ways:
        raise ValueError(f"step scores are put together by {', '.join(ways)}, not {how}")
    return clamp_confidence(ways[how]())


def split_steps(tokens: Sequence[str]) -> tuple[list[str], list[int]]:
    """Cut a response into steps, after blank lines or else after lines, and say which step each token begins in."""
    text = "".join(tokens)
    pieces = _merge_blank(re.split(r"(?<=\n\n)(?!\n)" if "\n\n" in text else r"(?<=\n)", text))
    ends = [sum(len(each) for each in pieces[: at + 1]) for at in range(len(pieces))]
    holders: list[int] = []
    at = piece = 0
    for token in tokens:
        while piece < len(pieces) - 1 and at >= ends[piece]:
            piece += 1
        at += len(token)
        holders.append(piece)
    kept = list(dict.fromkeys(holders))
    places: Mapping[int, int] = {holder: place for place, holder in enumerate(kept)}
    return [pieces[holder] for holder in kept], [places[holder] for holder in holders]


def step_importance(steps: Sequence[str]) -> list[float]:
    """Return how much each step matters: 1 − cosine similarity of the response's words without it to those with it."""
    if len(steps) == 1:
        return [1.0]
    whole = _words("\n".join(steps))
    norm = _dot(whole, whole)
    return [_importance(_words(step), whole, norm) for step in steps]


def _importance(own: Mapping[str, int], whole: Mapping[str, int], norm: int) -> float:
    if not own:
        return 0.0
    shared = _dot(own, whole)
    left = norm - 2 * shared + _dot(own, own)
    return 1.0 if left == 0 else 1 - (norm - shared) / math.sqrt(norm * left)


def _words(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return counts


def _dot(a: Mapping[str, int], b: Mapping[str, int]) -> int:
    return sum(count * b.get(word, 0) for word, count in a.items())


def _merge_blank(pieces: Sequence[str]) -> list[str]:
    """Join blank pieces to the step before them, or to the next one at the start."""
    steps: list[str] = []
    leading = ""
    for piece in pieces:
        if piece.strip():
            steps.append(leading + piece)
            leading = ""
        elif steps:
            steps[-1] += piece
        else:
            leading += piece
    return [leading] if leading or not steps else steps


def _log_probability(value: float) -> float:
    if math.isnan(value):
        raise ValueError("a token log-probability must be a number, not NaN")
    return -math.inf if value <= -9999 else min(value, 0.0)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _smallest_mean(values: Sequence[float]) -> float:
    return _mean(sorted(values)[: max(1, len(values) // 10)])


def _window_means(values: Sequence[float], window: int) -> list[float]:
    if len(values) <= window:
        return [_mean(values)]
    sums = [0.0]
    for each in values:
        sums.append(sums[-1] + each)
    return [(sums[start + window] - sums[start]) / window for start in range(len(values) - window + 1)]
