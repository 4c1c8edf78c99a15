"""Recorded model outputs: a line of JSON a question, as ``cges replay --as-read`` writes them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence

from .methods.confidence import token_confidences
from .replay import Question

RECORDING = "recording.jsonl.gz"
#: Where a checkout has it, from which the wheel is made.
_CHECKOUT = Path(__file__).resolve().parents[3] / "tiny-llama"


def question_of(row: Mapping[str, Any]) -> Question:
    """Read a question whose samples have their answers."""
    samples = row["samples"]
    return Question(
        str(row["question_id"]),
        [sample["answer"] for sample in samples],
        [sample.get("correct") for sample in samples],
        [sample.get("confidence") or {} for sample in samples],
        [sample.get("text") for sample in samples],
        [sample.get("completion_tokens") for sample in samples],
        [sample.get("token_confidences") for sample in samples],
        [_partials(sample) for sample in samples],
    )


def demo() -> list[Question]:
    """Return the samples that come along: 16 to each of 300 questions, of a real model of 0.2 million parameters."""
    shipped = Path(__file__).with_name(RECORDING)
    with gzip.open(shipped if shipped.exists() else _CHECKOUT / RECORDING, "rt", encoding="utf-8") as lines:
        return [question_of(_boxed(json.loads(line))) for line in lines]


def _boxed(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read the answers of the samples that come along, each in its box; reading other texts takes the command."""
    samples = []
    for sample in row["samples"]:
        answer = sample["text"].rpartition("\\boxed{")[2].partition("}")[0] if "\\boxed{" in sample["text"] else None
        read = {"answer": answer, "correct": answer == row["answer"], "completion_tokens": len(sample["logprobs"])}
        samples.append({**sample, **read, "confidence": token_confidences(sample["logprobs"])})
    return {**row, "samples": samples}


def _partials(sample: Mapping[str, Any]) -> Optional[Sequence[tuple[Any, ...]]]:
    given = sample.get("partials")
    return None if given is None else [(each["tokens"], each["answer"], each.get("probe_tokens")) for each in given]
