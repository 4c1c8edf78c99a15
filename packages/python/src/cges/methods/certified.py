"""Thresholds that are fixed on some questions, so that a promise holds on the others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Sequence

from .method import Method, number_text
from .rules import rules

_USUAL = 150
_MOST = 10_000


@dataclass(frozen=True)
class Certification:
    """A threshold fixed on ``questions``; None where none keeps the promise, and the whole budget must be drawn."""

    threshold: Optional[float]
    questions: int
    disagreements: int
    #: What decides the other questions: the rule at the threshold, or SC.
    method: Method


def least_calibration(alpha: float, delta: float) -> int:
    """Return how many questions a promise needs at least: with fewer, not even no disagreement certifies it."""
    return math.ceil(math.log(delta) / math.log1p(-alpha) - 1e-9)


def disagreement_p(disagreements: int, questions: int, alpha: float) -> float:
    """Return P(Bin(questions, α) ≤ disagreements), the p-value of "more than α of questions differ from the full vote"."""
    log = questions * math.log1p(-alpha)
    total = 0.0
    for k in range(disagreements + 1):
        total += math.exp(log)
        if k < questions:
            log += math.log(questions - k) - math.log(k + 1) + math.log(alpha) - math.log1p(-alpha)
    return min(1.0, total)


def certify_threshold(disagreements: Sequence[int], questions: int, alpha: float, delta: float) -> Optional[int]:
    """Return the place of the loosest threshold that keeps a promise, walking from strict to loose; None if none."""
    passed = 0
    for each in disagreements:
        if disagreement_p(each, questions, alpha) > delta:
            break
        passed += 1
    return passed - 1 if passed else None


def certified_problem(method: Method) -> Optional[str]:
    """Say what is wrong with a method's certified threshold; None if nothing is, or it has none."""
    certified = method.parameters.get("certified")
    calibrate = method.parameters.get("calibrate")
    if certified is None:
        return None if calibrate is None else "calibrate goes with certified, as in certified=0.02/0.1"
    if method.parameters.get("abstainBelow") is not None:
        return "abstainBelow does not go with certified: its promise is that stops give the answer of the whole vote"
    alpha, delta = certified
    least = least_calibration(alpha, delta)
    written = f"certified={number_text(alpha)}/{number_text(delta)}"
    if least > _MOST:
        return f"{written} would take {least} questions: promise less"
    size = calibrate if calibrate is not None else max(_USUAL, least)
    if size >= least:
        return None
    return f"calibrate must be at least {least} for {written}: fewer questions certify nothing"


def tested_values(method: Method) -> tuple[str, Sequence[float]]:
    """Return the swept parameter of a certified method and the values its promise is tested at, strict to loose."""
    swept = rules()[method.name]["swept"]
    return swept["parameter"], swept["certifies"]
