"""Logs of other programs: reads them, and checks whether their repeats are samples or copies."""

from __future__ import annotations

import json
import re
import subprocess
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Union

from .program import find_entry, find_node
from .recordings import question_of
from .replay import Question

PathLike = Union[str, Path]

#: A response of fewer characters may well be drawn twice; ``cges replay`` has the same rule.
_LONG_ENOUGH = 40

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
    #: Of these, questions whose one text is shorter than 40 characters.
    short_questions: int = 0

    @property
    def ok(self) -> bool:
        """Whether the repeats can be voted on: at most half of the questions have one text alone. ``cges replay`` warns else."""
        return 0 < self.repeated_questions >= 2 * self.copied_questions

    def __str__(self) -> str:
        if self.samples == 0:
            return f"{self.questions} questions without texts: whether samples are copies cannot be told."
        if self.repeated_questions == 0:
            return f"{self.questions} questions with one sample each: there is nothing to vote on."
        alike = f"{self.copied_questions} of {self.repeated_questions} questions have one text in all their samples"
        repeats = self.samples - self.questions
        if self.ok:
            return f"{alike}; {self.copies} of {repeats} repeats have the text of an earlier sample."
        if 2 * (self.copied_questions - self.short_questions) > self.repeated_questions:
            return f"{alike}. These are copies, not samples: set a temperature, and a seed for each repeat."
        return f"{alike}. Short texts also repeat by chance: check that each repeat had a temperature and its own seed."

def check_log(path: PathLike, **options: Union[str, bool]) -> LogCheck:
    """Check whether the repeats of a log are samples, or copies of one answer. ``options`` are those of ``read_log``.

    A server that is sent the same request with the same seed answers in the same words, however often.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return check_questions(read_log(path, **{"anyway": True, **options}))

def check_questions(questions: Iterable[Question]) -> LogCheck:
    """Check the same for questions with their texts."""
    count = samples = copies = repeated = copied = short = 0
    for question in questions:
        texts = [text for text in question.texts if text is not None]
        count += 1
        samples += len(texts)
        copies += len(texts) - len(set(texts))
        repeated += len(texts) > 1
        if len(texts) > 1 and len(set(texts)) == 1:
            copied += 1
            short += len(texts[0]) < _LONG_ENOUGH
    return LogCheck(count, samples, copies, repeated, copied, short)

def read_log(path: PathLike, **options: Union[str, bool]) -> list[Question]:
    """Read a log's questions as ``cges replay`` reads them, in any of its formats: the same answers, grades and confidences.

    ``options`` are those of ``cges replay``: ``read_log(path, kind="math", answers="text", anyway=True)``. A folder stands
    for the one ``samples_*.jsonl`` in it. What the command warns of is a warning here; what stops it is a ValueError,
    where there is no such file a FileNotFoundError. Needs Node, as the command does.
    """
    given = [
        f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}")
        for name, value in options.items()
        if value is not False
    ]
    command = [find_node(), str(find_entry()), "replay", str(_one_log(Path(path))), "--as-read", *given]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    told = done.stderr.strip()
    unknown = re.search(r"unknown option '--([^'=]+)", told)
    if unknown is not None:
        name = unknown[1].replace("-", "_")
        raise ValueError(f"read_log has no option {name}. `cges replay --help` lists them; write _ for - in Python.")
    if done.returncode != 0:
        raise ValueError(f'{told}\nIn Python, options of the command are read_log(path, kind="math", anyway=True)')
    for line in told.splitlines():
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), stacklevel=2)
    return [question_of(json.loads(line)) for line in done.stdout.splitlines()]


def _one_log(path: Path) -> Path:
    if not path.exists():
        raise FileNotFoundError(f"{path} cannot be read: no such file or folder")
    if not path.is_dir():
        return path
    files = sorted(path.rglob("samples_*.jsonl"))
    if len(files) != 1:
        raise ValueError(f"{path} holds {len(files)} files samples_*.jsonl: name one log")
    return files[0]
