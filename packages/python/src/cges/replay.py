"""Replaying: what each method would have decided on samples that are there already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Sequence

from .fleet.table import Table
from .methods.decide import decide, votes_of
from .methods.method import Method
from .methods.parse_method import MethodLike, parse_method
from .methods.tracing import tokens_charged


@dataclass(frozen=True)
class Question:
    """A question's samples in the order drawn: answers, whether each is right, confidences by signal, texts, tokens."""

    id: str
    answers: Sequence[Optional[str]]
    right: Sequence[Optional[bool]] = ()
    confidences: Sequence[Mapping[str, float]] = ()
    texts: Sequence[Optional[str]] = field(default=(), repr=False)
    #: How many were generated for each sample; None where that is not known.
    tokens: Sequence[Optional[int]] = field(default=(), repr=False)
    #: How sure the model was at every token of each sample, for ``deepconf``; None where that is not known.
    token_confidences: Sequence[Optional[Sequence[float]]] = field(default=(), repr=False)

    def is_right(self, answer: Optional[str]) -> Optional[bool]:
        """Whether an answer is right, as the first sample that gave it was graded; no answer is wrong."""
        if answer is None:
            return False
        return next((right for given, right in zip(self.answers, self.right) if given == answer), None)

    def tokens_of(self, calls: int) -> Optional[int]:
        """How many tokens the first so many samples took together; None where those of one are not known."""
        known = [each for each in self.tokens[:calls] if each is not None]
        return sum(known) if len(known) == calls else None


def verdicts(questions: Iterable[Question], methods: Sequence[MethodLike]) -> Table:
    """Decide every question by every method: one row each with calls, tokens, answer, reason, score, whether it is right.

    A question with fewer samples than a method's budget is refused: what the rule would have done is not known.
    """
    specs = [parse_method(method) for method in methods]
    rows: list[dict[str, Any]] = []
    for question in questions:
        for spec in specs:
            if spec.budget > len(question.answers):
                raise ValueError(
                    f"{spec.key}: its budget is {spec.budget}, but question {question.id} has "
                    f"{len(question.answers)} samples. Give a budget of at most {len(question.answers)}."
                )
            traces = question.token_confidences or None
            decision = decide(
                spec, question.answers, question.confidences or None, token_confidences=traces, final=True
            )
            rows.append(
                {
                    "question_id": question.id,
                    "method": spec.key,
                    "calls": decision.calls,
                    "tokens": _tokens(spec, question, decision.calls),
                    "answer": decision.answer,
                    "reason": decision.reason,
                    "score": decision.score,
                    "correct": question.is_right(decision.answer),
                    "samples": len(question.answers),
                }
            )
    return Table(rows)


def _tokens(spec: Method, question: Question, calls: int) -> Optional[int]:
    """What the samples took, or where DeepConf would have ended them."""
    if spec.name != "deepconf":
        return question.tokens_of(calls)
    return tokens_charged(spec, votes_of(spec, question.answers, None, question.token_confidences)[:calls])


def replay(questions: Iterable[Question], methods: Sequence[MethodLike]) -> Table:
    """Sum up every method on the same samples: accuracy, calls and tokens per question, what share of samples it saved.

    ``accuracy`` is over questions with a reference answer, None where none has one; ``tokens`` are those generated for the
    calls charged, None where the samples do not all tell them.
    """
    rows: list[dict[str, Any]] = []
    decided = verdicts(questions, methods)
    for key in dict.fromkeys(row["method"] for row in decided):
        own = [row for row in decided if row["method"] == key]
        graded = [row["correct"] for row in own if row["correct"] is not None]
        tokens = [row["tokens"] for row in own if row["tokens"] is not None]
        calls, samples = (sum(row[name] for row in own) for name in ("calls", "samples"))
        rows.append(
            {
                "method": key,
                "questions": len(own),
                "accuracy": sum(graded) / len(graded) if graded else None,
                "calls": calls / len(own),
                "tokens": sum(tokens) / len(own) if len(tokens) == len(own) else None,
                "saved": 1 - calls / samples if samples else 0.0,
            }
        )
    return Table(rows)
