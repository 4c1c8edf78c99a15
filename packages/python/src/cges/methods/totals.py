"""Rules that spend one total of calls on a set of questions."""

from __future__ import annotations

import heapq
import math
from typing import Callable, NamedTuple, Sequence

from .mathematics import beta_probability, vote_regret
from .method import Method
from .votes import Decision, Vote, vote_of


class Counted(NamedTuple):
    """A question as such a rule sees it: its place, the calls handed to it, and its two leading counts."""

    place: int
    calls: int
    first: int
    second: int


class Step(NamedTuple):
    """What is handed out at once; ``spent`` is the share of the total handed out before."""

    calls: int
    budget: int
    spent: float


HandOut = Callable[[Sequence[Counted], Step], list[int]]


def spend_total(hand_out: HandOut) -> Callable[[Method, Sequence[Sequence[Vote]]], list[Decision]]:
    """Make a rule that gives one call to each question, then step by step, seeing all votes of the steps before."""

    def decide(method: Method, questions: Sequence[Sequence[Vote]]) -> list[Decision]:
        total = min(method["totalCalls"], len(questions) * method.budget)
        handed = [int(place < total) for place in range(len(questions))]
        step_calls = max(1, math.floor(method["step"] * len(questions) + 0.5))
        spent = min(total, len(questions))

        def is_read() -> bool:
            return all(len(votes) >= calls for votes, calls in zip(questions, handed))

        while spent < total and is_read():
            counted = [_counted(place, votes, calls) for place, (votes, calls) in enumerate(zip(questions, handed))]
            places = hand_out(counted, Step(min(step_calls, total - spent), method.budget, spent / total))
            for place in places:
                handed[place] += 1
            spent += len(places)
        done = spent >= total and is_read()
        return [_decision(votes, calls, method.budget, done) for votes, calls in zip(questions, handed)]

    return decide


def _counted(place: int, votes: Sequence[Vote], calls: int) -> Counted:
    top = vote_of(vote.answer for vote in votes[:calls])
    return Counted(place, calls, top.count, top.runner_up) if top is not None else Counted(place, calls, 0, 0)


def _decision(votes: Sequence[Vote], calls: int, budget: int, done: bool) -> Decision:
    top = vote_of(vote.answer for vote in votes[:calls])
    answer, score = (None, None) if top is None else (top.answer, top.share)
    if not done:
        return Decision(False, min(calls, len(votes)), answer, score, until=calls)
    return Decision(True, calls, answer, score, "budget" if calls >= budget else "total")


def hand_to_regret(questions: Sequence[Counted], step: Step) -> list[int]:
    """Hand each call to the question with the largest regret per call; of equal ones to the first."""

    def keyed(each: Counted, calls: int) -> tuple[float, int, int]:
        # Equal but for rounding is equal: then the order of the questions tells.
        return -float(f"{vote_regret(each.first, each.second) / calls:.12g}"), each.place, calls

    by_place = {each.place: each for each in questions}
    heap = [keyed(each, each.calls) for each in questions if each.calls < step.budget]
    heapq.heapify(heap)
    places: list[int] = []
    while heap and len(places) < step.calls:
        _, place, calls = heapq.heappop(heap)
        places.append(place)
        if calls + 1 < step.budget:
            heapq.heappush(heap, keyed(by_place[place], calls + 1))
    return places


def hand_to_blend(questions: Sequence[Counted], step: Step) -> list[int]:
    """Hand a call each to the least settled questions, by two rankings mixed by what is spent (arXiv 2511.12309)."""
    open_ = [each for each in questions if each.calls < step.budget]
    beta = _ranks([beta_probability(each.first, each.second) for each in open_])
    ratio = _ranks([_prior_posterior_ratio(each) for each in open_])
    blended = sorted(
        ((1 - step.spent) * early + step.spent * late, each.place) for each, early, late in zip(open_, beta, ratio)
    )
    return [place for _, place in blended[: step.calls]]


def _prior_posterior_ratio(each: Counted) -> float:
    votes = each.first + each.second
    return votes * math.log(2) + math.lgamma(each.first + 1) + math.lgamma(each.second + 1) - math.lgamma(votes + 2)


def _ranks(values: Sequence[float]) -> list[int]:
    """How many are smaller, beyond rounding: equal values have one rank."""
    ranks = [0] * len(values)
    rank, before = 0, -math.inf
    for smaller, at in enumerate(sorted(range(len(values)), key=lambda each: values[each])):
        if values[at] - before > 1e-9:
            rank = smaller
        ranks[at] = rank
        before = values[at]
    return ranks
