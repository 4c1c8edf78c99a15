"""lm-evaluation-harness (extra ``lm-eval``): a filter that votes, and models that give each repeat a seed of its own.

    python -m cges.lm_eval run --model cges-chat --model_args base_url=…,model=… --tasks mine

runs lm-eval with these registered: the models ``cges-chat`` and, for base models, ``cges-completions``, and
``filter: [{function: cges_vote}]`` after a filter that reads the answer of each repeat.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Sequence

from lm_eval.api.filter import Filter
from lm_eval.api.registry import register_filter, register_model
from lm_eval.models.api_models import TemplateAPI
from lm_eval.models.openai_completions import LocalChatCompletion, LocalCompletionsAPI

from .methods.decide import decide
from .methods.parse_method import parse_method

#: What filters of lm-eval give where they find nothing.
FALLBACK = "[invalid]"


@register_filter("cges_vote")
class Vote(Filter):
    """Reduce each question's repeats to the answer that a method decides on them, in their order.

    With ``sc``, the default, it is the plurality: of equal counts the answer that came first, and repeats without an
    answer (``fallback``, lm-eval's "[invalid]") do not vote, where ``majority_vote`` counts them as one.
    """

    def __init__(self, method: str = "sc", fallback: str = FALLBACK, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Without a budget of its own, all repeats are the budget.
        self._method = method
        self._fallback = fallback
        parse_method(method)

    def apply(self, resps: Iterable[Sequence[str]], docs: Any) -> Iterator[str]:
        return (self._vote(list(each)) for each in resps)

    def _vote(self, repeats: list[str]) -> str:
        answers = [None if each == self._fallback or not each.strip() else each.strip() for each in repeats]
        answer = decide(self._method, answers, final=True).answer
        return self._fallback if answer is None else answer


class SeededRepeats(TemplateAPI):
    """A model of lm-eval behind an API, but repeat r of a request is asked with the seed ``seed + r``.

    API models of lm-eval send all repeats with one seed, so that a server which keeps to seeds answers each in the same
    words. Its in-process models, such as ``vllm``, send none.
    """

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
        rounds: list[list[int]] = []
        asked: dict[int, int] = {}
        for place, request in enumerate(requests):
            repeat = asked[id(request)] = asked.get(id(request), -1) + 1
            if repeat == len(rounds):
                rounds.append([])
            rounds[repeat].append(place)
        answers = [""] * len(requests)
        first = int(getattr(self, "_seed"))
        try:
            for repeat, places in enumerate(rounds):
                self._seed = first + repeat
                said = super().generate_until([requests[place] for place in places], disable_tqdm)
                for place, text in zip(places, said):
                    answers[place] = text
        finally:
            self._seed = first
        return answers


@register_model("cges-chat")
class SeededChat(SeededRepeats, LocalChatCompletion):
    """``local-chat-completions`` with a seed for each repeat."""


@register_model("cges-completions")
class SeededCompletions(SeededRepeats, LocalCompletionsAPI):
    """``local-completions``, for models without a chat template, with a seed for each repeat."""


if __name__ == "__main__":
    # Run by name this module is __main__: what it registers, it has registered above.
    from lm_eval.__main__ import cli_evaluate

    cli_evaluate()
