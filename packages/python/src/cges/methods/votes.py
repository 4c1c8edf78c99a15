"""Votes, and the decisions that are made on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Mapping, NamedTuple, Optional, Sequence

#: Where the confidence of a trace's last tokens came to a new low: after how many tokens, and to what.
Minima = Sequence[tuple[int, float]]


class PartialAnswer(NamedTuple):
    """A probe of an unfinished sample: what it answered after so many tokens, and how many tokens that took, if known."""

    tokens: int
    answer: Optional[str]
    probe_tokens: Optional[int] = None


class Vote(NamedTuple):
    """One sample as a rule sees it: its answer, None if none could be read, its confidences by signal, its minima."""

    answer: Optional[str]
    confidences: Mapping[str, float] = {}
    minima: Minima = ()
    #: How many tokens it took; None where that is not known.
    tokens: Optional[int] = None
    #: What it would have answered amid its tokens.
    partials: Sequence[PartialAnswer] = ()


class Branch(NamedTuple):
    """A sample as it grows: the answer and the tokens of its end, and its partial answers, all before that."""

    answer: Optional[str]
    tokens: Optional[int]
    partials: Sequence[PartialAnswer]


@dataclass(frozen=True)
class Decision:
    """Where a rule stands on a question.

    Stopped: ``calls`` samples are charged, ``answer`` is what it gives (None if nothing voted), ``reason`` says why.
    Open: ``calls`` were read, ``answer`` leads, and every sample up to ``until`` is certain to be needed.
    """

    stopped: bool
    calls: int
    answer: Optional[str]
    score: Optional[float]
    reason: Optional[str] = None
    until: Optional[int] = None


@dataclass(frozen=True)
class Plurality:
    """The outcome of a vote; ``share`` is of the valid votes, ``runner_up`` the second largest count, or 0."""

    answer: str
    count: int
    runner_up: int
    share: float


def add_vote(counts: dict[str, int], answer: Optional[str]) -> None:
    """Count one sample's answer; an invalid one casts no vote."""
    if answer is not None:
        counts[answer] = counts.get(answer, 0) + 1


def plurality(counts: Mapping[str, int]) -> Optional[Plurality]:
    """Take the vote that all rules share: the larger count wins, then the answer seen first; None without votes."""
    winner: Optional[str] = None
    top = runner_up = 0
    for answer, count in counts.items():
        if count > top:
            winner, top, runner_up = answer, count, top
        else:
            runner_up = max(runner_up, count)
    return None if winner is None else Plurality(winner, top, runner_up, top / sum(counts.values()))


def vote_of(answers: Iterable[Optional[str]]) -> Optional[Plurality]:
    """Take the plurality vote over answers; None answers cast no vote."""
    counts: dict[str, int] = {}
    for answer in answers:
        add_vote(counts, answer)
    return plurality(counts)


def heaviest(weights: Mapping[str, float]) -> Optional[tuple[str, float, float]]:
    """Return the answer of the largest weight, it, and the second largest; sums that agree to 1e-12 are equal."""
    best: Optional[tuple[str, float]] = None
    runner_up = 0.0
    for answer, weight in weights.items():
        if best is None or weight > best[1] * (1 + 1e-12):
            runner_up = 0.0 if best is None else best[1]
            best = (answer, weight)
        else:
            runner_up = max(runner_up, weight)
    return None if best is None else (*best, runner_up)


class ConfidenceMissing(ValueError):
    """A sample has an answer, and not the confidence that the method reads."""


def confidence_of(vote: Vote, signal: str, sample: int) -> float:
    """Look up a valid sample's confidence; the error for a missing one names the sample, counted from 1."""
    confidence = vote.confidences.get(signal)
    if confidence is None or confidence != confidence:
        raise ConfidenceMissing(f"sample {sample} has an answer but no {signal} confidence")
    return confidence


def ended(decision_budget: int, read: int, *, until: int, answer: Optional[str], score: Optional[float]) -> Decision:
    """Stop at the budget, or stay open until the next sample count at which the rule could stop."""
    if read >= decision_budget:
        return Decision(True, decision_budget, answer, score, "budget")
    return Decision(False, read, answer, score, until=until)
