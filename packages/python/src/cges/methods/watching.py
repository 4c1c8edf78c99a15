"""Rules that look at the order of the votes, or at their confidences."""

from __future__ import annotations

import math
from typing import Callable, Optional, Protocol, Sequence

from .counting import reaches, sureness
from .mathematics import gauss_legendre, incomplete_beta, majority_evidence
from .method import Method
from .votes import Decision, Vote, add_vote, confidence_of, ended, heaviest, plurality


class Watcher(Protocol):
    """What such a rule keeps of the votes; ``leader`` gives its answer, or None for the plurality."""

    def see(self, answer: str, vote: Vote, sample: int) -> None: ...
    def stops(self) -> bool: ...
    def score(self) -> float: ...
    def leader(self) -> Optional[str]: ...


def by_watching(watch: Callable[[Method], Watcher]) -> Callable[[Method, Sequence[Vote]], Decision]:
    """Make a rule of a watcher: it stops at the first sample that settles it, or at the budget."""

    def decide(method: Method, votes: Sequence[Vote]) -> Decision:
        watcher = watch(method)
        counts: dict[str, int] = {}

        def answer() -> Optional[str]:
            top = plurality(counts)
            own = watcher.leader()
            return own if own is not None or top is None else top.answer

        read = min(len(votes), method.budget)
        for calls in range(1, read + 1):
            vote = votes[calls - 1]
            if vote.answer is None:
                continue
            add_vote(counts, vote.answer)
            watcher.see(vote.answer, vote, calls)
            if watcher.stops():
                return Decision(True, calls, answer(), watcher.score(), "threshold")
        score = watcher.score() if counts else None
        return ended(method.budget, read, until=read + 1, answer=answer(), score=score)

    return decide


_SHARES = [0.5001 + (0.4998 * at) / 40 for at in range(41)]
_WEIGHTS = [1 / math.sqrt(share * (1 - share)) for share in _SHARES]
_LOGS = [
    (math.log(weight / sum(_WEIGHTS)), math.log(share), math.log1p(-share))
    for weight, share in zip(_WEIGHTS, _SHARES)
]


def _betting(wins: int, losses: int) -> float:
    """Return ln of 2ᵐ Σ w q^wins (1 − q)^losses; nothing before two votes."""
    if wins + losses < 2:
        return 0.0
    terms = [weight + wins * win + losses * loss for weight, win, loss in _LOGS]
    largest = max(terms)
    return (wins + losses) * math.log(2) + largest + math.log(sum(math.exp(term - largest) for term in terms))


class Mmc:
    """Martingale majority certificate: bets on the leader against the second, and the rest (arXiv 2510.17472)."""

    def __init__(self, method: Method) -> None:
        self._alpha: float = method["alpha"]
        self._counts: dict[str, int] = {}
        self._contenders: list[str] = []
        self._led = False
        self._pair = [0, 0]
        self._others = [0, 0]

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        leader = self._contenders[0] if self._contenders else None
        rest = self._contenders[1:]
        if leader is not None and answer == leader:
            self._pair[0] += 1
            self._others[0] += 1
        elif leader is not None:
            if not rest or answer == rest[0]:
                self._pair[1] += 1
            if answer not in rest:
                self._others[1] += 1
        self._counts[answer] = self._counts.get(answer, 0) + 1
        self._contenders = sorted(self._counts, key=lambda each: -self._counts[each])[:3]
        self._led = leader is not None and self._contenders[0] == leader

    def stops(self) -> bool:
        return self._led and all(reaches(_betting(*bets), self._alpha) for bets in (self._pair, self._others))

    def score(self) -> float:
        return sureness(min(_betting(*self._pair), _betting(*self._others)))

    def leader(self) -> Optional[str]:
        return None


class Cite:
    """Certify an answer against every rival, seen or not: the k-th to appear at level 6α/(πk)² (arXiv 2605.05873)."""

    def __init__(self, method: Method) -> None:
        self._alpha: float = method["alpha"]
        self._counts: dict[str, int] = {}
        #: By answer, in the order they appear: the counts of the earlier answers then, own votes since, the rival's.
        self._targets: dict[str, tuple[dict[str, int], list[int]]] = {}
        self._best: Optional[tuple[str, float]] = None

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        votes = self._counts[answer] = self._counts.get(answer, 0) + 1
        for name, (before, since) in self._targets.items():
            if name == answer:
                since[0] += 1
            else:
                since[1] = max(since[1], votes - before.get(answer, 0))
        if answer not in self._targets:
            self._targets[answer] = (dict(self._counts), [0, 0])
        self._best = self._surest()

    def _surest(self) -> Optional[tuple[str, float]]:
        best: Optional[tuple[str, float]] = None
        for place, (answer, (_, (own, rival))) in enumerate(self._targets.items(), start=1):
            if own > rival:
                evidence = majority_evidence(own, rival) + math.log(6 / (math.pi * place) ** 2)
                if best is None or evidence > best[1]:
                    best = (answer, evidence)
        return best

    def stops(self) -> bool:
        return self._best is not None and reaches(self._best[1], self._alpha)

    def score(self) -> float:
        return sureness(0.0 if self._best is None else self._best[1])

    def leader(self) -> Optional[str]:
        return self._best[0] if self._best is not None and self.stops() else None


#: The bets, as shares of what is held, and how much is put on each: uniform on (0, 1).
_BETS = [((1 + node) / 2, part / 2) for node, part in gauss_legendre(32)]


class CiteWeighted:
    """As CITE, each vote a bet of a stake in proportion to its confidence."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._weights: dict[str, float] = {}
        #: By answer, in the order they appear: what each bet on it has won, and what its rivals' votes left of it.
        self._targets: dict[str, tuple[list[float], dict[str, list[float]]]] = {}
        self._best: tuple[str, float] = ("", -math.inf)

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        weight = confidence_of(vote, self._method["confidence"], sample)
        for name, (won, left) in self._targets.items():
            own = name == answer
            factors = won if own else left.setdefault(answer, [1.0] * len(_BETS))
            factors[:] = [f * (1 + (bet if own else -bet) * weight) for f, (bet, _) in zip(factors, _BETS)]
        if answer not in self._weights and len(self._targets) < 16:
            self._targets[answer] = ([1.0] * len(_BETS), {})
        self._weights[answer] = self._weights.get(answer, 0.0) + weight
        levels = ((name, self._evidence(name, place)) for place, name in enumerate(self._targets, start=1))
        self._best = max(levels, key=lambda each: each[1])

    def _evidence(self, name: str, place: int) -> float:
        won, left = self._targets[name]
        rivals = [[1.0] * len(_BETS), *left.values()]
        capital = min(sum(part * w * r for (_, part), w, r in zip(_BETS, won, rival)) for rival in rivals)
        return math.log(capital) + math.log(6 / (math.pi * place) ** 2)

    def stops(self) -> bool:
        return reaches(self._best[1], self._method["alpha"])

    def score(self) -> float:
        return sureness(self._best[1])

    def leader(self) -> Optional[str]:
        if self.stops():
            return self._best[0]
        best = heaviest(self._weights)
        return None if best is None else best[0]


class Bayes:
    """Stop once the leader is probably the likeliest answer, by a prior on the shapes of questions (arXiv 2602.05395)."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._counts: dict[str, int] = {}

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        self._counts[answer] = self._counts.get(answer, 0) + 1

    def stops(self) -> bool:
        return bool(self.score() >= 1 - self._method["delta"] - 1e-12)

    def score(self) -> float:
        method, counts = self._method, list(self._counts.values())
        size = max(method["answers"], len(counts))
        unseen = size - len(counts)
        most = max(counts)
        others = sorted(counts)[:-1] + [0] * unseen
        logs, leads = [], []
        for alpha, share in ((method["easy"], method["share"]), (method["hard"], 1 - method["share"])):
            log = math.lgamma(size * alpha) - math.lgamma(size * alpha + sum(counts))
            log += sum(math.lgamma(alpha + count) - math.lgamma(alpha) for count in counts)
            logs.append(math.log(share) + log)
            chances = {count: incomplete_beta(0.5, most + alpha, count + alpha) for count in set(others)}
            leads.append(max(0.0, 1 - sum(chances[count] for count in others)))
        weights = [math.exp(log - max(logs)) for log in logs]
        return sum(weight * lead for weight, lead in zip(weights, leads)) / sum(weights)

    def leader(self) -> Optional[str]:
        return None


class Reasc:
    """Take one sure answer at once, else count sure answers for more in the Beta criterion (arXiv 2601.02970)."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._weights: dict[str, float] = {}
        self._seen = 0
        self._first = 0.0

    def see(self, answer: str, vote: Vote, sample: int) -> None:
        method = self._method
        confidence = confidence_of(vote, method["confidence"], sample)
        if self._seen == 0:
            self._first = confidence
        self._seen += 1
        power = method["lambda"] * (confidence - method["mean"]) / method["spread"]
        weight = math.exp(min(max(0.0, power), 700))
        # Past a million the criterion is decided; larger weights would only lose digits.
        self._weights[answer] = min(1e6, self._weights.get(answer, 0.0) + weight)

    def stops(self) -> bool:
        sure = self._seen == 1 and self._first >= self._method["gate"]
        return sure or bool(self.score() >= self._method["threshold"])

    def score(self) -> float:
        _, weight, runner_up = heaviest(self._weights) or (None, 0.0, 0.0)
        return 1 - incomplete_beta(0.5, weight + 1, runner_up + 1)

    def leader(self) -> Optional[str]:
        best = heaviest(self._weights)
        return None if best is None else best[0]
