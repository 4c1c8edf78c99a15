"""Replaying: what each method would have decided on samples that are there already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Sequence

from .fleet.table import Table
from .methods.branches import PROBING, probe_tokens, tokens_grown
from .methods.decide import decide, votes_of
from .methods.method import Method
from .methods.parse_method import MethodLike, parse_method
from .methods.rounds import rounds
from .methods.rules import DEFAULT_BUDGET
from .methods.tracing import tokens_charged
from .methods.votes import Vote


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
        """Whether an answer is right, as the first sample that gave it was graded; no answer is wrong."""
        if answer is None:
            return False
        return next((right for given, right in zip(self.answers, self.right) if given == answer), None)


def read_methods(methods: Sequence[MethodLike], questions: Sequence[Question]) -> list[Method]:
    """Read methods; one without a budget has that of the question with the fewest samples, 16 at most."""
    fewest = min((len(question.answers) for question in questions), default=DEFAULT_BUDGET)
    return [parse_method(method, max(1, min(fewest, DEFAULT_BUDGET))) for method in methods]


def verdicts(questions: Iterable[Question], methods: Sequence[MethodLike]) -> Table:
    """Decide every question by every method: one row each with calls, tokens, answer, reason, score, whether it is right.

    ``sequential`` are the tokens that come one after another: of each batch drawn at once, those of its longest sample.

    ``probe_tokens`` are those of probes for partial answers; a column only where a method makes some.

    A method without a budget has that of the question with the fewest samples, 16 at most. A question with fewer samples
    than a method's budget is refused: what the rule would have done is not known.
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
            decision = decide(
                spec,
                question.answers,
                question.confidences or None,
                token_confidences=question.token_confidences or None,
                partials=question.partials if probed else None,
                tokens=question.tokens if probed else None,
                final=True,
            )
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


def replay(questions: Iterable[Question], methods: Sequence[MethodLike]) -> Table:
    """Sum up every method on the same samples: accuracy, calls and tokens per question, what share of its budget it saved.

    ``accuracy`` is over questions with a reference answer, None where none has one; ``tokens`` are those generated for the
    calls charged, ``sequential`` those of them that come one after another, None where the samples do not all tell them.
    """
    rows: list[dict[str, Any]] = []
    decided = verdicts(questions, methods)
    for key in dict.fromkeys(row["method"] for row in decided):
        own = [row for row in decided if row["method"] == key]
        graded = [row["correct"] for row in own if row["correct"] is not None]
        calls = sum(row["calls"] for row in own)
        rows.append(
            {
                "method": key,
                "questions": len(own),
                "accuracy": sum(graded) / len(graded) if graded else None,
                "calls": calls / len(own),
                "tokens": _mean(own, "tokens"),
                "sequential": _mean(own, "sequential"),
                **({"probe_tokens": _mean(own, "probe_tokens")} if "probe_tokens" in own[0] else {}),
                "saved": 1 - calls / len(own) / int(key.rpartition("@")[2]),
            }
        )
    return Table(rows)


def _mean(rows: Sequence[Mapping[str, Any]], name: str) -> Optional[float]:
    known = [row[name] for row in rows if row[name] is not None]
    return sum(known) / len(rows) if len(known) == len(rows) else None
