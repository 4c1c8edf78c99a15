"""Replaying: what each method would have decided on samples that are there already."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Iterable, Mapping, Optional, Sequence

from .fleet.table import Table
from .methods.branches import PROBING, probe_tokens, tokens_grown
from .methods.decide import decide, votes_of
from .methods.method import Method
from .methods.parse_method import MethodLike, parse_method
from .methods.rounds import rounds
from .methods.rules import DEFAULT_BUDGET, MAX_BUDGET
from .methods.tracing import tokens_charged
from .methods.usual import with_usual_settings
from .methods.votes import ConfidenceMissing, Decision, Vote
from .randomness import shuffled


@dataclass(frozen=True)
class Question:
    """A question's samples in the order drawn: answers, whether each is right, confidences by signal, texts, tokens."""

    id: str
    answers: Sequence[Optional[str]]
    #: 1 or True where right, 0 or False where wrong; between where a log grades so; None where that is not known.
    right: Sequence[Optional[float]] = ()
    confidences: Sequence[Mapping[str, float]] = ()
    texts: Sequence[Optional[str]] = field(default=(), repr=False)
    #: How many were generated for each sample; None where that is not known.
    tokens: Sequence[Optional[int]] = field(default=(), repr=False)
    #: How sure the model was at every token of each sample, for ``deepconf``; None where that is not known.
    token_confidences: Sequence[Optional[Sequence[float]]] = field(default=(), repr=False)
    #: What each sample would have answered amid its tokens, for ``parallel-probe`` and ``margin-retained``: tuples of a
    #: number of tokens, the answer, and the probe's own tokens; None where that is not known.
    partials: Sequence[Optional[Sequence[tuple[Any, ...]]]] = field(default=(), repr=False)

    def is_right(self, answer: Optional[str]) -> Optional[float]:
        """Whether an answer is right, by the mean grade of the samples that gave it; no answer is wrong."""
        if answer is None:
            return False
        grades = [right for given, right in zip(self.answers, self.right) if given == answer and right is not None]
        if not grades or len(set(grades)) == 1:
            return grades[0] if grades else None
        return fmean(grades)

    def in_order(self, order: Sequence[int]) -> Question:
        """Return the question with its samples at these places, in this order."""
        taken: dict[str, Any] = {name: [getattr(self, name)[at] for at in order] for name in _PER_SAMPLE if getattr(self, name)}
        return replace(self, **taken)


_PER_SAMPLE = ("answers", "right", "confidences", "texts", "tokens", "token_confidences", "partials")


def read_methods(methods: Sequence[MethodLike], questions: Sequence[Question]) -> list[Method]:
    """Read methods; one without a budget has that of the question with the fewest samples.

    Usual settings are filled in, with a warning, which names the place that called the caller.
    """
    fewest = min((len(question.answers) for question in questions), default=DEFAULT_BUDGET)
    budget, signal = max(1, min(fewest, MAX_BUDGET)), _usual_signal(questions)
    notes: list[str] = []
    filled = [with_usual_settings(method, notes.append, budget=budget, signal=signal) for method in methods]
    for note in notes:
        warnings.warn(note, stacklevel=3)
    return [parse_method(method, budget) for method in filled]


def _usual_signal(questions: Sequence[Question]) -> str:
    """The signal of methods that name none: ``rm`` where every answer has that alone, else ``lns-arith``."""
    answered = [
        question.confidences[at] if question.confidences else {}
        for question in questions
        for at, answer in enumerate(question.answers)
        if answer is not None
    ]
    every = {signal: bool(answered) and all(signal in each for each in answered) for signal in ("lns-arith", "rm")}
    return "rm" if every["rm"] and not every["lns-arith"] else "lns-arith"


def verdicts(questions: Iterable[Question], methods: Sequence[MethodLike]) -> Table:
    """Decide every question by every method: one row each with calls, tokens, answer, reason, score, whether it is right.

    ``sequential`` are the tokens that come one after another: of each batch drawn at once, those of its longest sample.

    ``probe_tokens`` are those of probes for partial answers; a column only where a method makes some.

    A method without a budget has that of the question with the fewest samples. ``esc`` without a window and
    ``cges`` without a confidence or gamma have the command's, with a warning. A question with fewer
    samples than a method's budget is refused: what the rule would have done is not known.
    """
    questions = list(questions)
    specs = read_methods(methods, questions)
    rows: list[dict[str, Any]] = []
    probes = any(spec.name in PROBING for spec in specs)
    for question in questions:
        for spec in specs:
            if spec.budget > len(question.answers):
                raise ValueError(
                    f"{spec.key}: its budget is {spec.budget}, but question {question.id} has "
                    f"{len(question.answers)} samples. Give a budget of at most {len(question.answers)}."
                )
            probed = spec.name in PROBING
            if probed and (not question.partials or None in question.partials or None in (question.tokens or (None,))):
                raise ValueError(
                    f"{spec.key} reads partial answers and token counts, which question {question.id} has not for "
                    "every sample."
                )
            decision = _decided(spec, question)
            charged = _charged(spec, question, decision.calls)
            rows.append(
                {
                    "question_id": question.id,
                    "method": spec.key,
                    "calls": decision.calls,
                    "tokens": None if charged is None else sum(charged),
                    "sequential": None if charged is None else _one_after_another(spec, charged),
                    **({"probe_tokens": _probed(spec, question) if probed else None} if probes else {}),
                    "answer": decision.answer,
                    "reason": decision.reason,
                    "score": decision.score,
                    "correct": question.is_right(decision.answer),
                    "samples": len(question.answers),
                }
            )
    return Table(rows)


def _decided(spec: Method, question: Question) -> Decision:
    probed = spec.name in PROBING
    try:
        return decide(
            spec,
            question.answers,
            question.confidences or None,
            token_confidences=question.token_confidences or None,
            partials=question.partials if probed else None,
            tokens=question.tokens if probed else None,
            final=True,
        )
    except ConfidenceMissing as problem:
        raise ValueError(
            f"{spec.key}: question {question.id}: {problem}. If the log has rewards or confidences outside [0, 1], map them: "
            'read_log(path, reward_map="logistic:CENTER,SCALE"), or confidence_map= likewise'
        ) from problem


def _charged(spec: Method, question: Question, calls: int) -> Optional[Sequence[int]]:
    """What each sample took, or where DeepConf would have ended it; None where that of one is not known."""
    each = question.tokens[:calls]
    if spec.name in PROBING:
        each = tokens_grown(spec, _probed_votes(spec, question))
    elif spec.name == "deepconf":
        each = tokens_charged(spec, votes_of(spec, question.answers, None, question.token_confidences)[:calls])
    known = [tokens for tokens in each if tokens is not None]
    return known if len(known) == calls else None


def _probed_votes(spec: Method, question: Question) -> Sequence[Vote]:
    votes = votes_of(spec, question.answers, None, partials=question.partials, tokens=question.tokens)
    return votes[: spec.budget]


def _probed(spec: Method, question: Question) -> Optional[int]:
    each = probe_tokens(spec, _probed_votes(spec, question))
    known = [tokens for tokens in each if tokens is not None]
    return sum(known) if len(known) == len(each) else None


def _one_after_another(spec: Method, charged: Sequence[int]) -> int:
    longest: dict[int, int] = {}
    for calls, tokens in enumerate(charged, start=1):
        batch = rounds(spec, calls)
        longest[batch] = max(longest.get(batch, 0), tokens)
    return sum(longest.values())


def replay(
    questions: Iterable[Question], methods: Sequence[MethodLike], *, seeds: int = 10, in_order: bool = False
) -> Table:
    """Compare methods on the same samples, as ``cges replay`` does: accuracy, calls and tokens per question, what was saved.

    Each of ``seeds`` takes every question's samples in a random order, the command's own; figures are means over them,
    ``accuracy_std`` and ``calls_std`` standard deviations (n − 1), ``saved`` the share of the budget. ``in_order`` takes the
    samples once, as they were drawn. ``accuracy`` is over questions with a grade, None where none has one; ``tokens`` are
    those generated for the calls charged, ``sequential`` those of them that come one after another, None where the samples
    do not all tell them. A method that cannot run has a warning and a row of None, with why in ``not_run``. Raises
    ValueError where none can.
    """
    if not isinstance(seeds, int) or seeds < 1:
        raise ValueError(f"seeds is a number of random orders, 1 or more, not {seeds!r}")
    if isinstance(methods, str):
        raise TypeError(f'methods are a list, not one text: write ["{methods}"]')
    questions = _listed(questions)
    orders = [questions] if in_order else [_in_random_order(questions, seed) for seed in range(seeds)]
    rows: list[dict[str, Any]] = []
    failed: dict[str, str] = {}
    specs = read_methods(methods, questions)
    probes = any(spec.name in PROBING for spec in specs)
    for spec in specs:
        try:
            runs = [_means(verdicts(order, [spec])) for order in orders]
        except ValueError as problem:
            failed[spec.key] = str(problem)
            rows.append({"method": spec.key, "questions": len(questions), **dict.fromkeys(_FIGURES), "not_run": str(problem)})
            continue
        probed = {"probe_tokens": None} if probes and "probe_tokens" not in runs[0] else {}
        rows.append({"method": spec.key, "questions": len(questions), **_over_orders(runs, spec.budget), **probed})
    if failed and len(failed) == len(rows):
        raise ValueError("\n".join(failed.values()))
    for why in failed.values():
        warnings.warn(f"not run: {why}", stacklevel=2)
    return Table(rows)


def _listed(questions: Iterable[Question]) -> list[Question]:
    if isinstance(questions, (str, Path)):
        kind = type(questions).__name__
        raise TypeError(f'questions are a list of cges.Question, not {kind}: cges.read_log("{questions}") reads a file')
    listed = list(questions)
    for number, question in enumerate(listed, start=1):
        if not isinstance(question, Question):
            raise TypeError(f"question {number} is of type {type(question).__name__}, expected cges.Question")
    if not listed:
        raise ValueError("there are no questions to replay: cges.read_log(path) reads them from a log")
    return listed


_FIGURES = ("accuracy", "accuracy_std", "calls", "calls_std", "tokens", "sequential", "saved")


def _in_random_order(questions: Sequence[Question], seed: int) -> list[Question]:
    return [each.in_order(shuffled(f"replay {seed} {each.id}", len(each.answers))) for each in questions]


def _means(decided: Sequence[Mapping[str, Any]]) -> dict[str, Optional[float]]:
    graded = [row["correct"] for row in decided if row["correct"] is not None]
    return {
        "accuracy": sum(graded) / len(graded) if graded else None,
        "calls": sum(row["calls"] for row in decided) / len(decided),
        **{name: _mean(decided, name) for name in ("tokens", "sequential")},
        **({"probe_tokens": _mean(decided, "probe_tokens")} if "probe_tokens" in decided[0] else {}),
    }


def _over_orders(runs: Sequence[Mapping[str, Optional[float]]], budget: int) -> dict[str, Optional[float]]:
    means = {name: _mean(runs, name) for name in runs[0]}
    return {
        "accuracy": means["accuracy"],
        "accuracy_std": _spread(runs, "accuracy"),
        "calls": means["calls"],
        "calls_std": _spread(runs, "calls"),
        **{name: mean for name, mean in means.items() if name not in ("accuracy", "calls")},
        "saved": 1 - (means["calls"] or 0) / budget,
    }


def _mean(rows: Sequence[Mapping[str, Any]], name: str) -> Optional[float]:
    known = [row[name] for row in rows if row[name] is not None]
    return sum(known) / len(rows) if len(known) == len(rows) else None


def _spread(rows: Sequence[Mapping[str, Any]], name: str) -> Optional[float]:
    known = [row[name] for row in rows if row[name] is not None]
    return stdev(known) if len(known) == len(rows) > 1 else None
