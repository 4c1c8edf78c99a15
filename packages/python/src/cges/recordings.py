"""Recorded model outputs: a line of JSON a question, as ``cges replay`` reads them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Union

from .methods.confidence import token_confidences
from .replay import Question

RECORDING = "recording.jsonl.gz"
#: Where a checkout has it, from which the wheel is made.
_CHECKOUT = Path(__file__).resolve().parents[3] / "tiny-llama"


def boxed(text: str) -> Optional[str]:
    r"""Read what stands in the last complete ``\boxed{…}`` of a response; None where there is none."""
    start = text.rfind("\\boxed{")
    while start >= 0:
        depth = 0
        for at in range(start + len("\\boxed"), len(text)):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if depth == 0:
                return text[start + len("\\boxed{") : at].strip() or None
        start = text.rfind("\\boxed{", 0, start)
    return None


def read_recording(path: Union[str, Path], read: Callable[[str], Optional[str]] = boxed) -> list[Question]:
    """Read a recording, plain or ``.gz``: ``{question_id, answer, samples: [{text, logprobs, completion_tokens}]}`` a line.
    ``token_confidences`` of a sample are those that ``deepconf`` reads.

    ``read`` gives a response's answer; answers are compared as it writes them, where the fleet compares by value.
    A sample has as many tokens as ``completion_tokens`` says, else as many as it has log-probabilities.
    """
    found = Path(path)
    with gzip.open(found, "rt", encoding="utf-8") if found.suffix == ".gz" else found.open(encoding="utf-8") as lines:
        return [_question(json.loads(line), read) for line in lines]


def demo() -> list[Question]:
    """Return the samples that come along: 16 to each of 300 questions, of a real model of 0.2 million parameters."""
    shipped = Path(__file__).with_name(RECORDING)
    return read_recording(shipped if shipped.exists() else _CHECKOUT / RECORDING)


def _question(row: Mapping[str, Any], read: Callable[[str], Optional[str]]) -> Question:
    texts = [str(sample["text"]) for sample in row["samples"]]
    answers = [read(text) for text in texts]
    gold = row.get("answer")
    return Question(
        str(row["question_id"]),
        answers,
        [] if gold is None else [answer == str(gold) for answer in answers],
        [token_confidences(sample.get("logprobs") or []) or {} for sample in row["samples"]],
        texts,
        [_tokens(sample) for sample in row["samples"]],
        [sample.get("token_confidences") for sample in row["samples"]],
    )


def _tokens(sample: Mapping[str, Any]) -> Optional[int]:
    told = sample.get("completion_tokens")
    logprobs = sample.get("logprobs")
    return int(told) if told is not None else None if logprobs is None else len(logprobs)
