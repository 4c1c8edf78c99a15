"""Logs of other programs: reads them, and checks whether their repeats are samples or copies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

from .replay import Question

PathLike = Union[str, Path]

@dataclass(frozen=True)
class LogCheck:
    """How many samples of a log repeat the text of another sample of their question."""

    questions: int
    samples: int
    #: Samples whose text an earlier sample of the same question has.
    copies: int
    #: Questions with several samples.
    repeated_questions: int
    #: Questions with several samples, all of one text.
    copied_questions: int

    @property
    def ok(self) -> bool:
        """Whether the repeats can be voted on: at most half of the questions have one text alone, as ``cges replay``."""
        return 0 < self.repeated_questions >= 2 * self.copied_questions

    def __str__(self) -> str:
        if self.repeated_questions == 0:
            return f"{self.questions} questions with one sample each: there is nothing to vote on."
        alike = f"{self.copied_questions} of {self.repeated_questions} questions have one text in all their samples"
        repeats = self.samples - self.questions
        if self.ok:
            return f"{alike}; {self.copies} of {repeats} repeats have the text of an earlier sample."
        return f"{alike}. These are copies, not samples: set a temperature, and a seed for each repeat."

def check_log(path: PathLike) -> LogCheck:
    """Check whether the repeats of a log of lm-evaluation-harness or Inspect AI are samples, or copies of one answer.

    A server that is sent the same request with the same seed answers in the same words, however often.
    """
    return check_questions(read_log(path))

def check_questions(questions: Iterable[Question]) -> LogCheck:
    """Check the same for questions with their texts."""
    count = samples = copies = repeated = copied = 0
    for question in questions:
        texts = [text for text in question.texts if text is not None]
        count += 1
        samples += len(texts)
        copies += len(texts) - len(set(texts))
        repeated += len(texts) > 1
        copied += len(texts) > 1 and len(set(texts)) == 1
    return LogCheck(count, samples, copies, repeated, copied)

def read_log(path: PathLike) -> list[Question]:
    """Read a log's questions: lm-eval's ``samples_*.jsonl`` or a folder with one; Inspect's ``.eval`` or ``.json``."""
    found = Path(path)
    if found.is_dir():
        files = sorted(found.rglob("samples_*.jsonl"))
        if len(files) != 1:
            raise ValueError(f"{found} holds {len(files)} files samples_*.jsonl: name one log")
        found = files[0]
    if found.suffix == ".jsonl":
        return read_lm_eval(found)
    try:
        from .inspect import read_inspect
    except ModuleNotFoundError as cause:
        if cause.name is None or not cause.name.startswith(("inspect_ai", "anyio", "pydantic")):
            raise
        raise ImportError(
            f'{found}: reading a log of Inspect needs inspect_ai: pip install "cges[inspect]". '
            f"Without it, run: cges replay {found}"
        ) from cause
    return read_inspect(found)

def read_lm_eval(path: PathLike, filter: str | None = None) -> list[Question]:
    """Read lm-eval's samples, of one of its filters; the first in the file unless named.

    A repeat's answer is what the filter made of it, where it kept all repeats; else its whole text, without spaces at
    the ends. It is right where it equals the target.
    """
    questions: dict[str, Question] = {}
    chosen = filter
    for row in _rows(Path(path)):
        chosen = chosen or row.get("filter")
        if row.get("filter") != chosen:
            continue
        texts = [str(text) for each in row["resps"] for text in (each if isinstance(each, list) else [each])]
        kept = row.get("filtered_resps", [])
        kept = kept[0] if len(kept) == 1 and isinstance(kept[0], list) else kept
        if 0 < len(kept) < len(texts):
            raise ValueError(
                f"{path}: the filter {chosen!r} kept {len(kept)} of {len(texts)} responses, so the answers of the others "
                f"are not in the log. Name a filter that keeps all (filter=…), or have the texts read: cges replay {path}"
            )
        answers = [str(each).strip() or None for each in (kept if len(kept) == len(texts) else texts)]
        target = str(row["target"]).strip()
        right = [answer == target for answer in answers]
        name = str(row["doc_id"])
        questions[name] = Question(name, answers, right, texts=texts)
    if not questions:
        raise ValueError(f"{path} has no samples{'' if filter is None else f' of filter {filter}'}")
    return list(questions.values())

def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
            except ValueError as cause:
                raise ValueError(f"{path}, line {number}: it is not JSON") from cause
            if not isinstance(row, dict) or not {"doc_id", "resps", "target"} <= row.keys():
                found = ", ".join(f'"{name}"' for name in list(row)[:8]) if isinstance(row, dict) else "no fields"
                raise ValueError(
                    f'{path}, line {number}: found {found}; samples of lm-evaluation-harness have "doc_id", "resps" and '
                    f'"target". For other logs run: cges replay {path}'
                )
            if not isinstance(row["resps"], Sequence):
                raise ValueError(f"{path}, line {number}: its resps are no list")
            yield row
