"""Difficulty-adaptive self-consistency on a set of questions, ordered from easy to hard (arXiv 2408.13457)."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional, Sequence

from .mathematics import beta_probability
from .method import Method
from .votes import Decision, Vote, vote_of

Votes = Sequence[Vote]


def decide_by_difficulty(method: Method, questions: Sequence[Votes]) -> list[Decision]:
    """Decide a set as far as its samples allow: an easy question takes one sample, the others a predicted size."""
    parts, asked = _partition(method, questions)
    needs: Optional[list[int]] = []
    decisions = []
    for votes, part, is_asked in zip(questions, parts, asked):
        if part == "easy":
            decisions.append(_easy(votes))
            continue
        decision, need = _decide_hard(method, votes, needs if part == "hard" else None)
        if not decision.stopped:
            needs = None
            decision = decision if is_asked else replace(decision, until=1)
        elif needs is not None:
            needs.append(need)
        decisions.append(decision)
    return decisions


def _easy(votes: Votes) -> Decision:
    if not votes:
        return Decision(False, 0, None, None, until=1)
    return Decision(True, 1, votes[0].answer, None, "easy")


def _partition(method: Method, questions: Sequence[Votes]) -> tuple[list[Optional[str]], list[bool]]:
    """Walk from the hardest question down: where the last ``easyRun`` pass their test, all below are easy."""
    size = min(method["preSamples"], method.budget)
    enough = min(method["easyRun"], len(questions))
    parts: list[Optional[str]] = [None] * len(questions)
    run = 0
    place = len(questions) - 1
    while place >= 0 and run < enough and len(questions[place]) >= size:
        parts[place] = "hard"
        run = run + 1 if _passes(method, questions[place], size) else 0
        place -= 1
    if run >= enough:
        parts[: place + 1] = ["easy"] * (place + 1)
    sure = 0 if run >= enough else enough - run
    return parts, [part == "hard" or (part is None and at > place - sure) for at, part in enumerate(parts)]


def _test(votes: Votes, size: int) -> tuple[Optional[str], Optional[float]]:
    top = vote_of(vote.answer for vote in votes[:size])
    return (None, None) if top is None else (top.answer, beta_probability(top.count, top.runner_up))


def _passes(method: Method, votes: Votes, size: int) -> bool:
    return bool((_test(votes, size)[1] or 0.0) >= method["threshold"])


def _decide_hard(method: Method, votes: Votes, needs: Optional[list[int]]) -> tuple[Decision, int]:
    """Decide one hard question, and say how many samples it needed; ``needs`` is None while one before it is open."""
    budget = method.budget
    first = min(method["preSamples"], budget)
    if needs is None or len(votes) < first:
        size = first
        while size <= len(votes) and size < budget and not _passes(method, votes, size):
            size += 1
        return _open(votes, size), 0
    calls = first
    if not _passes(method, votes, first) and first < budget:
        calls = _predicted(method, needs)
        while calls < budget and len(votes) >= calls and not _passes(method, votes, calls):
            calls = min(budget, calls + method["extendBy"])
        if len(votes) < calls:
            return _open(votes, calls), 0
    settled = _passes(method, votes, calls) and (calls < budget or calls == first)
    need = next((size for size in range(1, calls + 1) if _passes(method, votes, size)), budget)
    answer, score = _test(votes, calls)
    return Decision(True, calls, answer, score, "threshold" if settled else "budget"), need


def _open(votes: Votes, until: int) -> Decision:
    top = vote_of(vote.answer for vote in votes)
    return Decision(False, len(votes), None if top is None else top.answer, None, until=until)


def _predicted(method: Method, needs: Sequence[int]) -> int:
    """The mean need of the last ``predictFrom`` hard questions in steps of ``extendBy``, halves to even, in bounds."""
    least: int = min(method["preSamples"], method.budget)
    window, extend_by = int(method["predictFrom"]), int(method["extendBy"])
    if len(needs) < window:
        return least
    steps = round(sum(needs[-window:]) / window / extend_by)
    return min(max(steps * extend_by, least), method.budget)
