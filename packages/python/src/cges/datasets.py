"""Hugging Face ``datasets`` (extra ``datasets``): verdicts, samples and questions out, questions in."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Optional, Sequence, Union

from datasets import Dataset

from .fleet.table import Table
from .replay import Question


def to_dataset(rows: Union[Table, Sequence[Question]]) -> Dataset:
    """Make a Dataset of an evaluation's verdicts or samples, of a replay, or of questions with their samples."""
    if isinstance(rows, Table):
        return Dataset.from_dict({name: [row.get(name) for row in rows] for name in rows.columns})
    signals = list(dict.fromkeys(name for each in rows for one in each.confidences for name in one))
    return Dataset.from_dict(
        {
            "question_id": [each.id for each in rows],
            "answers": [list(each.answers) for each in rows],
            "right": [list(each.right) for each in rows],
            "texts": [list(each.texts) for each in rows],
            "tokens": [list(each.tokens) for each in rows],
            "token_confidences": [list(each.token_confidences) for each in rows],
            "confidences": [[{name: one.get(name) for name in signals} for one in each.confidences] for each in rows],
        }
    )


def to_questions(dataset: Dataset) -> list[Question]:
    """Read questions with their samples back from a Dataset such as ``to_dataset`` makes, to ``replay`` them.

    Columns ``question_id`` and ``answers`` (a list of texts or nulls) are needed; ``right``, ``texts``,
    ``tokens``, ``token_confidences`` and ``confidences`` are read where they are.
    """
    lacking = [name for name in ("question_id", "answers") if name not in dataset.column_names]
    if lacking:
        raise ValueError(f"the dataset has no column {' nor '.join(lacking)}: it has {', '.join(dataset.column_names)}")
    return [_question(row) for row in dataset]


def _question(row: Mapping[str, Any]) -> Question:
    confidences = [
        {name: value for name, value in one.items() if value is not None} for one in row.get("confidences") or []
    ]
    right, texts, tokens, traces = (row.get(name) or [] for name in ("right", "texts", "tokens", "token_confidences"))
    return Question(str(row["question_id"]), row["answers"], right, confidences, texts, tokens, traces)


def benchmark_from(
    dataset: Dataset,
    name: str,
    *,
    kind: str,
    template: str = "{question}",
    question: str = "question",
    answer: Union[str, Callable[[Mapping[str, Any]], str]] = "answer",
    id: Optional[str] = None,
    title: Optional[str] = None,
) -> dict[str, Any]:
    """Make a benchmark of a Dataset's rows, for ``Fleet.add_benchmark``.

    ``kind`` is math, choice, date or text; ``question``, ``answer`` and ``id`` name columns, or ``answer`` is a
    function of a row, such as one that takes what stands behind GSM8K's ``####``. Without ``id`` rows are counted.
    """
    rows = [
        {
            "id": str(row[id]) if id is not None else f"{name}-{at}",
            "question": str(row[question]),
            "answer": str(answer(row) if callable(answer) else row[answer]),
        }
        for at, row in enumerate(dataset)
    ]
    return {"name": name, "title": title or name, "answerKind": kind, "template": template, "questions": rows}
