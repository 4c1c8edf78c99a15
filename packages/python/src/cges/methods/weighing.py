"""CGES, confidence-guided early stopping (arXiv 2511.02603), and CISC (arXiv 2502.06233)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Sequence

from .mathematics import clamp_confidence, logit
from .method import Method
from .votes import Decision, Vote, confidence_of, ended, heaviest

_TOLERANCE = 1e-12
_MOST = logit(clamp_confidence(1))


class SupportExceeded(ValueError):
    """More distinct answers were seen than a fixed support holds."""


@dataclass
class Evidence:
    """All that CGES keeps of one answer: its count, and its summed log-odds."""

    count: int = 0
    log_odds: float = 0.0


@dataclass(frozen=True)
class Posterior:
    """The posterior over the seen answers, in the order first seen, and ``unseen`` others of ``unseen_score`` each."""

    scores: dict[str, float]
    logits: dict[str, float]
    top: Optional[str]
    log_odds: float
    unseen: int
    unseen_score: float
    unseen_log_odds: float


def posterior(evidence: dict[str, Evidence], fixed: Optional[int] = None) -> Posterior:
    """Return CGES's posterior over answers; the support is those seen and one more, or ``fixed`` answers in all."""
    size = len(evidence) + 1 if fixed is None else fixed
    unseen = size - len(evidence)
    if unseen < 0:
        raise SupportExceeded(f"{len(evidence)} distinct answers were seen, but support is fixed at {size}")
    weight = math.log(size - 1) if size > 1 else -math.inf
    logits = {answer: each.log_odds + each.count * weight for answer, each in evidence.items()}
    largest = max([0.0, *logits.values()])
    total = unseen * math.exp(-largest) + sum(math.exp(each - largest) for each in logits.values())
    top = _top(evidence, logits)
    rivals = [each for answer, each in logits.items() if answer != top]
    return Posterior(
        scores={answer: math.exp(each - largest) / total for answer, each in logits.items()},
        logits=logits,
        top=top,
        log_odds=-math.inf if top is None else logits[top] - _log_sum(rivals, unseen),
        unseen=unseen,
        unseen_score=math.exp(-largest) / total if unseen else 0.0,
        unseen_log_odds=-_log_sum(list(logits.values()), unseen - 1) if unseen else -math.inf,
    )


def _top(evidence: dict[str, Evidence], logits: dict[str, float]) -> Optional[str]:
    """The leading answer; ties go to the larger count, then to the answer seen first."""
    if not logits:
        return None
    largest = max(logits.values())
    margin = _TOLERANCE * max(1.0, abs(largest))
    tied = [answer for answer, each in logits.items() if largest - each <= margin]
    return max(tied, key=lambda answer: evidence[answer].count)


def _log_sum(logits: Sequence[float], zeros: int) -> float:
    """ln(Σ exp(logits) + zeros · exp(0))."""
    largest = max([*logits, *([0.0] if zeros > 0 else [])], default=-math.inf)
    if largest == -math.inf:
        return -math.inf
    return largest + math.log(zeros * math.exp(-largest) + sum(math.exp(each - largest) for each in logits))


def add_evidence(evidence: dict[str, Evidence], vote: Vote, method: Method, sample: int) -> None:
    """Add one sample as a CGES method weighs it; ``sample`` counts from 1."""
    if vote.answer is None:
        return
    signal = method["confidence"]
    constant = method["constant"] if method["constant"] is not None else 0.8
    confidence = constant if signal == "constant" else confidence_of(vote, signal, sample)
    log_odds = logit(clamp_confidence(confidence))
    if method["map"] is not None:
        a, b = method["map"]
        log_odds = min(_MOST, max(-_MOST, a + b * log_odds))
    kept = evidence.setdefault(vote.answer, Evidence())
    kept.count += 1
    kept.log_odds += log_odds


def cges(method: Method, votes: Sequence[Vote]) -> Decision:
    """After each valid sample, stop once the leading answer's posterior reaches γ (algorithm 1 of the paper)."""
    evidence: dict[str, Evidence] = {}
    read = min(len(votes), method.budget)
    needed = logit(method["gamma"]) - _TOLERANCE
    fixed = None if method["support"] == "dynamic" else method["support"]["fixed"]
    seen = 0
    for calls in range(1, read + 1):
        vote = votes[calls - 1]
        if vote.answer is None:
            continue
        add_evidence(evidence, vote, method, calls)
        seen += 1
        if seen < method["minSamples"]:
            continue
        now = posterior(evidence, fixed)
        assert now.top is not None
        score = now.scores[now.top]
        if method["otherStops"] and now.unseen > 0 and now.logits[now.top] < -_TOLERANCE:
            if now.unseen_log_odds >= needed:
                return Decision(True, calls, None, score, "other")
        elif now.log_odds >= needed:
            return Decision(True, calls, now.top, score, "threshold")
    last = posterior(evidence, fixed)
    score_at_end = None if last.top is None else last.scores[last.top]
    return ended(method.budget, read, until=read + 1, answer=last.top, score=score_at_end)


def cisc(method: Method, votes: Sequence[Vote]) -> Decision:
    """Draw the whole budget and weigh each answer by the soft-max of the confidences; a vote, no stopping rule."""
    read = votes[: method.budget]
    values = [
        (vote.answer, confidence_of(vote, method["confidence"], at) / method["temperature"])
        for at, vote in enumerate(read, start=1)
        if vote.answer is not None
    ]
    largest = max((value for _, value in values), default=0.0)
    total = sum(math.exp(value - largest) for _, value in values)
    weights: dict[str, float] = {}
    for answer, value in values:
        weights[answer] = weights.get(answer, 0.0) + math.exp(value - largest) / total
    answer_, score, _ = heaviest(weights) or (None, None, 0.0)
    return ended(method.budget, len(read), until=method.budget, answer=answer_, score=score)
