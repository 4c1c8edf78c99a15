"""Ending a whole replay before its last question, as an evaluation's ``until`` does."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Iterable, Mapping, Optional, Sequence

from .live import ALPHA, live_difference, live_interval
from .methods.method import Method
from .methods.parse_method import MethodLike, parse_method
from .randomness import shuffled
from .replay import Question, read_methods, verdicts

#: Looks are so far apart, as where the command line replays.
_STEP = 1.02
_TAKES = ("accuracy", "decided", "best", "margin", "atLeast")


@dataclass(frozen=True)
class Goal:
    """When a run may end; widths and margins are shares of 1."""

    kind: str
    at_least: int
    width: float = 0.0
    margin: float = 0.0
    baseline: str = ""


@dataclass(frozen=True)
class UntilReport:
    """Where runs would have ended, each in its own random order of the questions."""

    #: All questions, and how many runs needed on average.
    of: int
    questions: float
    #: Calls a run makes until then and without the goal: on each question those of the method that asks for most.
    calls: float
    calls_of_all: float
    seeds: int
    #: Runs that needed every question, and runs whose result all questions contradict.
    whole: int
    wrong: int
    #: For each method, how many runs ended with each outcome: ``narrow``, ``close``, ``worse``, ``leads`` ….
    outcomes: Mapping[str, Mapping[str, int]]


def replay_until(
    questions: Iterable[Question], methods: Sequence[MethodLike], until: Mapping[str, Any], seeds: int = 10
) -> UntilReport:
    """Find after how many questions an evaluation with this ``until`` would have ended on samples you have.

    ``until`` is written as in an evaluation's file: ``{"accuracy": 4}`` (points), ``{"decided": "sc@16", "margin": 1}`` or
    ``{"best": True}``, each with ``"atLeast": 50``. Every question needs its grade. Each seed has a random order of its
    own; samples are read in theirs. Raises ValueError for a goal that cannot be, or for questions without grades.
    """
    questions = list(questions)
    specs = read_methods(methods, questions)
    goal = read_goal(until, specs)
    rows = verdicts(questions, specs)
    keys = list(dict.fromkeys(row["method"] for row in rows))
    columns = {key: [row for row in rows if row["method"] == key] for key in keys}
    if any(row["correct"] is None for row in rows):
        raise ValueError("until needs a grade for every question: give each sample's grade as `right`")
    seen = {key: [1 if row["correct"] else 0 for row in own] for key, own in columns.items()}
    calls = [max(row["calls"] for row in column) for column in zip(*columns.values())]
    runs = [_run(goal, shuffled(f"until {seed}", len(calls)), seen) for seed in range(seeds)]
    return UntilReport(
        of=len(calls),
        questions=fmean(run.closed for run in runs),
        calls=fmean(sum(calls[at] for at in run.order[: run.closed]) for run in runs),
        calls_of_all=float(sum(calls)),
        seeds=seeds,
        whole=sum(run.closed == len(calls) for run in runs),
        wrong=sum(run.is_wrong for run in runs),
        outcomes={key: dict(Counter(run.outcomes[key] for run in runs)) for key in keys},
    )


def read_goal(until: Mapping[str, Any], methods: Sequence[Method]) -> Goal:
    """Read a goal as an evaluation's file has it; raises ValueError with what is wrong."""
    unknown = [name for name in until if name not in _TAKES]
    if unknown:
        raise ValueError(f"until has no field {unknown[0]!r}: it takes {', '.join(_TAKES)}")
    named = [name for name in ("accuracy", "decided", "best") if until.get(name) is not None]
    if len(named) != 1:
        raise ValueError("until: name one of accuracy, decided and best")
    if named == ["accuracy"] and "margin" in until:
        raise ValueError("until: margin goes with decided and best")
    if named != ["accuracy"] and len({each.key for each in methods}) < 2:
        raise ValueError("until: decided and best compare methods; name at least two")
    at_least = until.get("atLeast", 50)
    if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= 1_000_000:
        raise ValueError("until: atLeast must be a whole number of questions from 1 to 1,000,000")
    if named == ["accuracy"]:
        return Goal("accuracy", at_least, width=_points(until, "accuracy", None))
    margin = _points(until, "margin", 1)
    if named == ["best"]:
        return Goal("best", at_least, margin=margin)
    baseline = parse_method(until["decided"]).key
    if baseline not in {each.key for each in methods}:
        raise ValueError(f"until: {baseline} is not among the methods; add it to them")
    return Goal("decided", at_least, margin=margin, baseline=baseline)


def _points(until: Mapping[str, Any], name: str, default: Optional[float]) -> float:
    value = until.get(name, default)
    least = 0 if name == "margin" else math.ulp(0)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= 100:
        such = 4 if name == "accuracy" else 1
        raise ValueError(f"until: {name} must be a number of points, at most 100, such as {such}")
    return value / 100


@dataclass(frozen=True)
class Decision:
    key: str
    outcome: str
    low: float
    high: float


def until_holds(goal: Goal, decisions: Sequence[Decision], closed: int, trials: int) -> bool:
    """Tell whether a run may end at this look."""
    enough = closed >= min(goal.at_least, trials) and len(decisions) > 0
    return enough and all(each.outcome not in ("wide", "open") for each in decisions)


def until_decisions(goal: Goal, order: Sequence[int], seen: Mapping[str, Sequence[int]], trials: int) -> list[Decision]:
    """Judge every method by the first questions of an order, ``seen`` 1 where it is right, 0 where not, 2 where unknown.

    Limits hold at every look; those of a run hold together in 95 % of runs, for α is divided among them.
    """
    closed, keys = len(order), list(seen)
    right = {key: sum(seen[key][at] == 1 for at in order) for key in keys}
    if goal.kind == "accuracy":
        return [_accuracy(goal, key, right[key], [seen[key][at] for at in order], trials, len(keys)) for key in keys]
    ranked = sorted(keys, key=lambda key: -right[key])
    base = goal.baseline if goal.kind == "decided" else ranked[0]
    others = [key for key in (keys if goal.kind == "decided" else ranked) if key != base]
    pairs = len(others) if goal.kind == "decided" else len(keys) * max(1, len(keys) - 1) / 2
    found = []
    for key in others:
        both = [(seen[key][at], seen[base][at]) for at in order]
        found.append(_compared(goal, key, both, trials, ALPHA / pairs))
    if goal.kind == "decided":
        return found
    return [Decision(base, "leads", 0, 0), *(_unless_better(each, goal.margin) for each in found)] if closed else []


def _accuracy(goal: Goal, key: str, right: int, values: Sequence[int], trials: int, methods: int) -> Decision:
    unknown, closed = sum(value == 2 for value in values), len(values)
    low, high = live_interval(trials, closed, right, unknown, ALPHA / methods) if unknown < closed else (0.0, 1.0)
    return Decision(key, "narrow" if high - low <= goal.width else "wide", low, high)


def _compared(goal: Goal, key: str, pairs: Sequence[tuple[int, int]], trials: int, alpha: float) -> Decision:
    unknown = sum(2 in pair for pair in pairs)
    wins, losses = sum(pair == (1, 0) for pair in pairs), sum(pair == (0, 1) for pair in pairs)
    known = unknown < len(pairs)
    low, high = live_difference(trials, len(pairs), wins, losses, unknown, alpha) if known else (-1.0, 1.0)
    outcome = "worse" if high < -goal.margin else "close" if low >= -goal.margin else "open"
    return Decision(key, outcome, low, high)


def _unless_better(each: Decision, margin: float) -> Decision:
    """A method that may be better by more than the margin is neither beaten nor matched."""
    better = each.outcome == "close" and each.high > margin
    return Decision(each.key, "open", each.low, each.high) if better else each


@dataclass(frozen=True)
class _Run:
    order: Sequence[int]
    closed: int
    outcomes: Mapping[str, str]
    is_wrong: bool


def _run(goal: Goal, order: Sequence[int], seen: Mapping[str, Sequence[int]]) -> _Run:
    trials = len(order)
    closed = min(goal.at_least, trials)
    decisions = until_decisions(goal, order[:closed], seen, trials)
    while not until_holds(goal, decisions, closed, trials) and closed < trials:
        closed = min(trials, math.ceil(closed * _STEP))
        decisions = until_decisions(goal, order[:closed], seen, trials)
    outcomes = {key: "baseline" for key in seen} | {each.key: each.outcome for each in decisions}
    return _Run(order, closed, outcomes, _is_contradicted(goal, decisions, order, seen))


def _is_contradicted(
    goal: Goal, decisions: Sequence[Decision], order: Sequence[int], seen: Mapping[str, Sequence[int]]
) -> bool:
    if goal.kind == "best":
        leader = next((each.key for each in decisions if each.outcome == "leads"), None)
        if leader is None:
            return False
        leads = [sum(own) - sum(seen[leader]) for key, own in seen.items() if key != leader]
        return any(more / len(order) > goal.margin for more in leads)
    whole = {each.key: each for each in until_decisions(goal, order, seen, len(order))}
    if goal.kind == "accuracy":
        return any(whole[each.key].low < each.low or whole[each.key].high > each.high for each in decisions)
    return any(whole[each.key].outcome != each.outcome for each in decisions)
