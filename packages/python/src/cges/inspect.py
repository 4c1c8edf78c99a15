"""Inspect AI (extra ``inspect``): a vote over answers, and stopping epochs by a rule.

    Task(dataset, solver, scorer=recorded(match()), epochs=Epochs(16, [plurality()]),
         early_stopping=RuleStopping("asc-beta@16"))
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import anyio
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalSpec
from inspect_ai.model import Logprob
from inspect_ai.scorer import SampleScore, Score, Scorer, ScoreReducer, Target, accuracy, score_reducer, scorer, stderr
from inspect_ai.scorer import value_to_float
from inspect_ai.solver import TaskState
from inspect_ai.util import EarlyStop
from pydantic import JsonValue

from .methods.confidence import self_certainty, self_certainty_b10_window, token_confidences
from .methods.decide import decide
from .methods.parse_method import MethodLike, parse_method
from .methods.votes import Decision, vote_of

KEY = "cges"
Key = Callable[[str], Optional[str]]
_FLOAT = value_to_float()


def plain(answer: str) -> Optional[str]:
    """Read a scorer's answer as it is written, without spaces at its ends; an empty one is none."""
    return answer.strip() or None


@score_reducer(name="cges_plurality")
def plurality(key: Key = plain) -> ScoreReducer:
    """Score a sample by the answer that most epochs gave: a vote over answers, where ``mode`` votes over grades.

    The larger count wins, then the answer whose epoch came first; epochs without an answer do not vote. The score is
    that of the first epoch with the winning answer. ``key`` says which answers are one.
    """

    def reduce(scores: list[Score]) -> Score:
        top = vote_of(_answer(score, key) for score in scores)
        share = None if top is None else top.share
        return _scored(scores, None if top is None else top.answer, key, {"share": share, "epochs": len(scores)})

    return reduce


@score_reducer(name="cges_decided")
def decided(method: str, key: Key = plain) -> ScoreReducer:
    """Score a sample by what a method decides on its epochs in their order, as if it had stopped there."""
    spec = parse_method(method)

    def reduce(scores: list[Score]) -> Score:
        answers, confidences = [_answer(each, key) for each in scores], [_confidences(each) for each in scores]
        decision = decide(spec, answers, confidences, final=True)
        return _scored(scores, decision.answer, key, {"calls": decision.calls, "reason": decision.reason})

    return reduce


def _scored(scores: list[Score], answer: Optional[str], key: Key, told: Mapping[str, Any]) -> Score:
    if answer is not None:
        first = next(score for score in scores if _answer(score, key) == answer)
        return first.model_copy(update={"answer": answer, "metadata": {**(first.metadata or {}), KEY: dict(told)}})
    if any(_grade(score.value) for score in scores):
        raise ValueError("no score carries an answer, though some are right: to vote, a scorer must set it")
    return scores[0].model_copy(update={"answer": None})


@scorer(metrics=[accuracy(), stderr()])
def recorded(inner: Scorer) -> Scorer:
    """Wrap a scorer so that rules see confidences: those of the completion's token log-probabilities, in its metadata.

    The model must be asked for them: ``GenerateConfig(logprobs=True)``, with ``top_logprobs=20`` for rules that read self-certainty.
    """

    async def score(state: TaskState, target: Target) -> Optional[Score]:
        given = await inner(state, target)
        choices = state.output.choices
        logprobs = choices[0].logprobs if choices else None
        signals = None if logprobs is None else _signals(logprobs.content)
        if given is None or signals is None:
            return given
        return given.model_copy(update={"metadata": {**(given.metadata or {}), KEY: signals}})

    return score


def _signals(tokens: Sequence[Logprob]) -> Optional[dict[str, float]]:
    signals = token_confidences([each.logprob for each in tokens])
    likeliest = [[one.logprob for one in each.top_logprobs or []] for each in tokens]
    certainty, lowest = self_certainty(likeliest), self_certainty_b10_window(likeliest)
    if signals is None or certainty is None or lowest is None:
        return signals
    return {**signals, "self-certainty": certainty, "self-certainty-b10-window": lowest}


class RuleStopping:
    """Stops a sample's further epochs once a method has decided it; give it to ``Task(early_stopping=…)``.

    Inspect tells the answer and the metadata of a finished epoch's score, and asks before it starts another; it does
    not call epochs back that run already. Decisions read epochs 1, 2, 3, … without a gap, so they are those of the
    method whatever finished first. An epoch that the method may not need waits at most ``patience`` seconds for
    those before it, so that no more run than the method charges; without, as many more as Inspect had started.
    """

    def __init__(
        self, method: MethodLike, *, scorer: Optional[str] = None, key: Key = plain, patience: float = 0
    ) -> None:
        self.method = parse_method(method)
        self._scorer = scorer
        self._key = key
        self._patience = patience
        self._scores: dict[Union[str, int], dict[int, Score]] = defaultdict(dict)
        self._changed: Optional[anyio.Event] = None

    async def start_task(self, task: EvalSpec, samples: list[Sample], epochs: int) -> str:
        self._scores.clear()
        self._changed = anyio.Event()
        return KEY

    async def schedule_sample(self, id: Union[str, int], epoch: int) -> Optional[EarlyStop]:
        with anyio.move_on_after(self._patience):
            while self._changed is not None and epoch > (self.decision(id).until or epoch):
                await self._changed.wait()
        found = self.decision(id)
        if not found.stopped:
            return None
        told: dict[str, JsonValue] = {"method": self.method.key, "calls": found.calls, "answer": found.answer}
        return EarlyStop(id=id, epoch=epoch, reason=found.reason, metadata={KEY: told})

    async def complete_sample(self, id: Union[str, int], epoch: int, scores: dict[str, SampleScore]) -> None:
        name = self._scorer or next(iter(scores), None)
        if name not in scores:
            raise ValueError(f"there is no scorer {name}: it is one of {', '.join(scores)}")
        self._scores[id][epoch] = scores[name].score
        if self._changed is not None:
            self._changed.set()
            self._changed = anyio.Event()

    async def complete_task(self) -> dict[str, JsonValue]:
        decisions = {id: self.decision(id) for id in self._scores}
        stopped = [each for each in decisions.values() if each.stopped]
        return {
            "method": self.method.key,
            "decided": len(stopped),
            "charged": sum(each.calls for each in stopped),
            "run": sum(len(each) for each in self._scores.values()),
        }

    def decision(self, id: Union[str, int]) -> Decision:
        """Where the method stands on a sample, by its epochs 1, 2, 3, … that have finished without a gap."""
        finished = self._scores.get(id, {})
        scores = []
        for epoch in range(1, len(finished) + 1):
            if epoch not in finished:
                break
            scores.append(finished[epoch])
        answers = [_answer(each, self._key) for each in scores]
        return decide(self.method, answers, [_confidences(each) for each in scores])


def _answer(score: Score, key: Key) -> Optional[str]:
    return None if score.answer is None else key(score.answer)


def _confidences(score: Score) -> Mapping[str, float]:
    found = (score.metadata or {}).get(KEY)
    return found if isinstance(found, Mapping) else {}


def _grade(value: Any) -> float:
    return _FLOAT(value) if isinstance(value, (str, int, float, bool)) else 0.0
