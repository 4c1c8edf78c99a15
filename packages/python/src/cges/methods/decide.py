"""Deciding: which answer to give, and whether to ask again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from .branches import PROBING, margin_retained, parallel_probe
from .certified import Certification, certify_threshold, tested_values
from .counting import asc_beta, asc_dirichlet, doubling, esc, majority, sc, voi
from .dsc import decide_by_difficulty
from .method import Method
from .parse_method import MethodError, MethodLike, parse_method
from .rules import DEFAULT_BUDGET, MAX_BUDGET
from .searching import Beacon
from .shapes import BayesShapes
from .totals import hand_to_blend, hand_to_regret, spend_total
from .tracing import deepconf, group_minima
from .votes import Decision, Minima, PartialAnswer, Vote
from .watching import Bayes, Cite, CiteWeighted, Mmc, Reasc, by_watching
from .weighing import cges, cisc

Answers = Sequence[Optional[str]]
#: One confidence a sample, or several by signal; None where a sample has none.
Confidences = Sequence[Union[float, Mapping[str, float], None]]
#: How sure the model was at every token of each sample; None where a sample has no answer.
TokenConfidences = Sequence[Optional[Sequence[float]]]

#: What each sample would have answered amid its tokens: tokens, answer, and the probe's own tokens where known.
Partials = Sequence[Optional[Sequence[tuple[Any, ...]]]]
Tokens = Sequence[Optional[int]]

TRIAL_RULES: Mapping[str, Callable[[Method, Sequence[Vote]], Decision]] = {
    "sc": sc,
    "esc": esc,
    "asc-beta": asc_beta,
    "asc-dirichlet": asc_dirichlet,
    "cges": cges,
    "voi": voi,
    "majority": majority,
    "mmc": by_watching(Mmc),
    "cite": by_watching(Cite),
    "bayes": by_watching(Bayes),
    "bayes-shapes": by_watching(BayesShapes),
    "doubling": doubling,
    "reasc": by_watching(Reasc),
    "cisc": cisc,
    "deepconf": deepconf,
    "cite-weighted": by_watching(CiteWeighted),
    "beacon": by_watching(Beacon),
    "parallel-probe": parallel_probe,
    "margin-retained": margin_retained,
}

SET_RULES: Mapping[str, Callable[[Method, Sequence[Sequence[Vote]]], list[Decision]]] = {
    "dsc": decide_by_difficulty,
    "fixed-total": spend_total(hand_to_regret),
    "blend-asc": spend_total(hand_to_blend),
}

def decide(
    method: MethodLike,
    answers: Answers,
    confidences: Optional[Confidences] = None,
    *,
    token_confidences: Optional[TokenConfidences] = None,
    partials: Optional[Partials] = None,
    tokens: Optional[Tokens] = None,
    final: bool = False,
) -> Decision:
    """Decide whether a method is done with a question, and with which answer.

    ``answers`` are the samples in the order drawn, None where one has no answer; ``confidences`` go with them, numbers
    or mappings by signal, for methods that weigh by confidence, and ``token_confidences`` for ``deepconf``: those of every
    token of a sample, as ``trace_confidences`` gives them. ``partials`` and ``tokens`` are for ``parallel-probe`` and
    ``margin-retained``: tuples of a number of tokens and the answer a sample gave after them, and its tokens. The decision is open while another sample is wanted; with
    ``final`` none will come, so that the budget is the smaller of the method's and the samples' number, as in
    the command ``cges decide``. Raises ValueError, or MethodError for the method itself.
    """
    spec = parse_method(method, max(1, len(answers)) if final else DEFAULT_BUDGET)
    if spec.name in SET_RULES:
        raise MethodError(f"{spec.name} is decided on many questions: give them all to decide_set")
    if spec.parameters.get("certified") is not None:
        raise MethodError("a certified threshold is fixed on other questions first: see certify")
    if spec.name in PROBING and partials is None:
        raise MethodError(f"{spec.name} reads what unfinished samples would have answered: give partials=")
    votes = votes_of(spec, answers, confidences, token_confidences, partials=partials, tokens=tokens)
    if final and not votes:
        return Decision(True, 0, None, None, "budget")
    decision = TRIAL_RULES[spec.name](spec.with_budget(min(spec.budget, len(votes))) if final else spec, votes)
    return _withheld(spec, decision)


def _withheld(method: Method, decision: Decision) -> Decision:
    below = method.parameters.get("abstainBelow")
    if below is None or not decision.stopped or decision.answer is None or (decision.score or 0) >= below - 1e-12:
        return decision
    return replace(decision, answer=None, reason="abstained")


def decide_set(method: MethodLike, questions: Sequence[Answers]) -> list[Decision]:
    """Decide a set of questions together, by ``dsc`` (from easy to hard), ``fixed-total`` or ``blend-asc``."""
    spec = parse_method(method)
    if spec.name not in SET_RULES:
        raise MethodError(f"{spec.name} decides each question by itself: see decide")
    total = spec.parameters.get("totalCalls")
    if total is not None and total < len(questions):
        raise MethodError(f"totalCalls must be at least {len(questions)}, one for each question, not {total}")
    return SET_RULES[spec.name](spec, [votes_of(spec, answers, None) for answers in questions])


def sweep(
    method: MethodLike,
    answers: Answers,
    confidences: Optional[Confidences] = None,
    *,
    token_confidences: Optional[TokenConfidences] = None,
    values: Mapping[str, Sequence[Any]],
) -> list[Decision]:
    """Decide as a method would with each value of one parameter: ``values={"gamma": [0.9, 0.99]}``."""
    spec = parse_method(method)
    (parameter, each), *more = values.items()
    if more:
        raise ValueError("one parameter is swept at a time")
    fields = {"method": spec.name, **spec.parameters, "budget": spec.budget}
    return [
        decide({**fields, parameter: value}, answers, confidences, token_confidences=token_confidences) for value in each
    ]


def certify(method: MethodLike, questions: Sequence[tuple[Answers, Optional[Confidences]]]) -> Certification:
    """Fix the threshold of a method such as ``voi:certified=0.02/0.1@16`` on calibration questions drawn whole.

    The loosest of the rule's thresholds that keeps the promise on them is chosen; ``.method`` then decides the others.
    """
    spec = parse_method(method)
    if spec.parameters.get("certified") is None:
        raise MethodError("the method has no certified threshold, as in certified=0.02/0.1")
    alpha, delta = spec["certified"]
    parameter, values = tested_values(spec)
    plain = spec.with_value("certified", None).with_value("calibrate", None)
    full = Method("sc", {}, spec.budget)
    differing = [0] * len(values)
    for answers, confidences in questions:
        votes = votes_of(spec, answers, confidences)
        if len(votes) < spec.budget:
            raise ValueError(f"a calibration question needs {spec.budget} samples, and one has {len(votes)}")
        whole = sc(full, votes).answer
        for at, value in enumerate(values):
            differing[at] += TRIAL_RULES[spec.name](plain.with_value(parameter, value), votes).answer != whole
    chosen = certify_threshold(differing, len(questions), alpha, delta) if questions else None
    threshold = None if chosen is None else values[chosen]
    kept = full if threshold is None else plain.with_value(parameter, threshold)
    return Certification(threshold, len(questions), differing[chosen or 0], kept)


def votes_of(
    method: Method,
    answers: Answers,
    confidences: Optional[Confidences],
    token_confidences: Optional[TokenConfidences] = None,
    *,
    partials: Optional[Partials] = None,
    tokens: Optional[Tokens] = None,
) -> list[Vote]:
    """Put answers and confidences together; says which sample is not as it must be, counted from 1."""
    if isinstance(answers, str):
        written = ", ".join(f'"{each}"' for each in answers[:3])
        raise TypeError(f"answers are a list of strings, not one string: write [{written}]")
    if len(answers) > MAX_BUDGET:
        raise ValueError(f"a question has at most {MAX_BUDGET} samples, not {len(answers)}")
    for given, what in (
        (confidences, "confidences"),
        (token_confidences, "confidences"),
        (partials, "partials"),
        (tokens, "tokens"),
    ):
        if given is not None and len(given) != len(answers):
            raise ValueError(f"{len(answers)} answers need as many {what}, not {len(given)}")
    return [
        Vote(
            _answer(answer, at),
            {} if confidences is None else _by_signal(confidences[at - 1], method.signal, at),
            *_traced(method, token_confidences, at),
        )
        if partials is None
        else Vote(
            _answer(answer, at),
            tokens=None if tokens is None else tokens[at - 1],
            partials=[PartialAnswer(*each) for each in partials[at - 1] or ()],
        )
        for at, answer in enumerate(answers, start=1)
    ]


def _traced(method: Method, given: Optional[TokenConfidences], sample: int) -> tuple[Minima, Optional[int]]:
    trace = None if given is None or method.name != "deepconf" else given[sample - 1]
    return ((), None) if trace is None else (group_minima(trace, method["window"]), len(trace))


def _answer(answer: object, sample: int) -> Optional[str]:
    if answer is None:
        return None
    if not isinstance(answer, str):
        kind = type(answer).__name__
        raise TypeError(f'sample {sample} is {answer!r}, of type {kind}: answers are strings, or None: write "{answer}"')
    if answer.strip() == "":
        raise ValueError(f"sample {sample} is empty: a sample without an answer is None")
    return answer


def _by_signal(given: Any, signal: Optional[str], sample: int) -> Mapping[str, float]:
    if given is None:
        return {}
    read = given if isinstance(given, Mapping) else {signal or "lns-arith": given}
    numbers = {name: _number(value, sample) for name, value in read.items() if value is not None}
    for value in numbers.values():
        if not 0 <= value <= 1:
            raise ValueError(f"sample {sample} has a confidence of {value}: it must be in [0, 1]")
    return numbers


def _number(value: Any, sample: int) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"sample {sample} has the confidence {value!r}, expected a number from 0 to 1") from None
