"""Rules that look at the counts of the answers alone."""

from __future__ import annotations

import math
from typing import Callable, Mapping, Sequence

from .mathematics import beta_probability, dirichlet_probability, majority_evidence, vote_regret
from .method import Method
from .votes import Decision, Vote, add_vote, ended, plurality, vote_of

Counts = Mapping[str, int]


def sc(method: Method, votes: Sequence[Vote]) -> Decision:
    """Self-consistency: draw the whole budget, answer by plurality (arXiv 2203.11171)."""
    read = votes[: method.budget]
    top = vote_of(vote.answer for vote in read)
    answer, score = (None, None) if top is None else (top.answer, top.share)
    return ended(method.budget, len(read), until=method.budget, answer=answer, score=score)


def esc(method: Method, votes: Sequence[Vote]) -> Decision:
    """Windows of samples, one after the other, until one is full, valid and unanimous (arXiv 2401.10480)."""
    window, budget = method["window"], method.budget
    counts: dict[str, int] = {}
    read = min(len(votes), budget)
    for end in range(1, read + 1):
        add_vote(counts, votes[end - 1].answer)
        last = [vote.answer for vote in votes[max(0, end - window) : end]]
        if end % window != 0 or last[0] is None or any(answer != last[0] for answer in last):
            continue
        top = plurality(counts)
        given = top.answer if top is not None and method["answerFrom"] == "plurality" else last[0]
        return Decision(True, end, given, counts[given] / sum(counts.values()), "window")
    top = plurality(counts)
    until = min(budget, (read // window + 1) * window)
    answer, score = (None, None) if top is None else (top.answer, top.share)
    return ended(budget, read, until=until, answer=answer, score=score)


def asc_beta(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop once the leader likely stays ahead of the second (arXiv 2305.11860)."""
    return _by_counts(method, votes, _beta, lambda counts, calls: _beta(counts, calls) >= method["threshold"])


def asc_dirichlet(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop once the leader likely stays ahead of the next four (arXiv 2305.11860)."""

    def score(counts: Counts, _calls: int) -> float:
        return dirichlet_probability(list(counts.values()))

    def stops(counts: Counts, calls: int) -> bool:
        """Ahead of four is never likelier than ahead of the second, which is cheaper to ask."""
        threshold: float = method["threshold"]
        return _beta(counts, calls) >= threshold and score(counts, calls) >= threshold

    return _by_counts(method, votes, score, stops)


def majority(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop where the evidence that the leader is likelier than the runner-up reaches 1/α."""

    def evidence(counts: Counts) -> float:
        top = plurality(counts)
        return 0.0 if top is None else majority_evidence(top.count, top.runner_up)

    return _by_counts(
        method,
        votes,
        lambda counts, _calls: sureness(evidence(counts)),
        lambda counts, _calls: reaches(evidence(counts), method["alpha"]),
    )


def voi(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop where the votes expected to be lost are at most κ√m after m calls."""

    def regret(counts: Counts) -> float:
        top = plurality(counts)
        return 1.0 if top is None else vote_regret(top.count, top.runner_up)

    return _by_counts(
        method,
        votes,
        lambda counts, calls: 1 - regret(counts) / math.sqrt(calls),
        lambda counts, calls: regret(counts) ** 2 <= method["kappa"] ** 2 * calls * (1 + 1e-12),
    )


def doubling(method: Method, votes: Sequence[Vote]) -> Decision:
    """Ask after 2, 4, 8, … samples whether the leader has a share of all of them (its_hub)."""
    budget = method.budget

    def score(counts: Counts, calls: int) -> float:
        top = plurality(counts)
        return 0.0 if top is None else top.count / calls

    def stops(counts: Counts, calls: int) -> bool:
        is_test = calls >= 2 and calls & (calls - 1) == 0 and calls < budget
        return is_test and score(counts, calls) >= method["threshold"]

    decision = _by_counts(method, votes, score, stops, always=True)
    if decision.stopped:
        return decision
    after = 2 if decision.calls < 2 else 2 ** decision.calls.bit_length()
    return ended(budget, decision.calls, until=min(budget, after), answer=decision.answer, score=decision.score)


def _beta(counts: Counts, _calls: int) -> float:
    top = plurality(counts)
    return 0.0 if top is None else beta_probability(top.count, top.runner_up)


def _by_counts(
    method: Method,
    votes: Sequence[Vote],
    score: Callable[[Counts, int], float],
    stops: Callable[[Counts, int], bool],
    always: bool = False,
) -> Decision:
    """Decide by a test after each valid sample, with ``always`` after one without an answer too."""
    counts: dict[str, int] = {}
    read = min(len(votes), method.budget)
    for calls in range(1, read + 1):
        answer = votes[calls - 1].answer
        add_vote(counts, answer)
        if (answer is None and not always) or not stops(counts, calls):
            continue
        top = plurality(counts)
        return Decision(True, calls, None if top is None else top.answer, score(counts, calls), "threshold")
    top = plurality(counts)
    answer, last = (None, None) if top is None else (top.answer, score(counts, read))
    return ended(method.budget, read, until=read + 1, answer=answer, score=last)


def reaches(log_evidence: float, alpha: float) -> bool:
    """Tell whether evidence, as a natural logarithm, reaches 1/α; what is less by rounding alone reaches it."""
    return log_evidence >= -math.log(alpha) - 1e-12


def sureness(log_evidence: float) -> float:
    """Return evidence as a score in [0, 1): one minus the p-value that holds at any time."""
    return 0.0 if log_evidence <= 0 else -math.expm1(-log_evidence)
