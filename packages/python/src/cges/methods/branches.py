"""Rules that stop all samples of a question amid their tokens, by the answers that they give when probed."""

from __future__ import annotations

import math
from typing import NamedTuple, Optional, Sequence

from .method import Method
from .switching import Switching, learn_switching, probed_as
from .votes import Branch, Decision, Plurality, Vote, ended, vote_of

#: The rules that read partial answers.
PROBING = ("parallel-probe", "margin-retained")
#: A margin this little above what may be lost is a tie.
_SLACK = 1e-12


class _Growth(NamedTuple):
    """The probe after which each branch was ended, infinity for its own end, and the vote of those not ended before."""

    ends: Sequence[float]
    winner: Optional[Plurality]
    early: bool


def parallel_probe(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop once the same answer has led for some probes, and end samples that keep disagreeing (arXiv 2602.03845)."""
    return _decide(method, votes)


def margin_retained(method: Method, votes: Sequence[Vote]) -> Decision:
    """Stop once the leader stays ahead wherever those go that may still switch (arXiv 2606.12935)."""
    return _decide(method, votes)


def tokens_grown(method: Method, votes: Sequence[Vote]) -> list[Optional[int]]:
    """Return how many tokens each vote is charged: those up to where the rule ended it."""
    if len(votes) < method.budget:
        return [vote.tokens for vote in votes]
    branches = [_branch(vote) for vote in votes]
    ends = _grow(method, branches).ends
    return [
        branch.partials[int(end)].tokens if end < len(branch.partials) else branch.tokens
        for branch, end in zip(branches, ends)
    ]


def probe_tokens(method: Method, votes: Sequence[Vote]) -> list[Optional[int]]:
    """Return how many tokens the probes of each vote took, beside its own; None where that is not known."""
    if len(votes) < method.budget:
        return [None] * len(votes)
    branches = [_branch(vote) for vote in votes]
    made = [
        [each.probe_tokens for at, each in enumerate(branch.partials) if at <= end]
        for branch, end in zip(branches, _grow(method, branches).ends)
    ]
    return [None if None in each else sum(filter(None, each)) for each in made]


def _decide(method: Method, votes: Sequence[Vote]) -> Decision:
    read = votes[: method.budget]
    if len(read) < method.budget:
        top = vote_of(vote.answer for vote in read)
        answer, score = (None, None) if top is None else (top.answer, top.share)
        return ended(method.budget, len(read), until=method.budget, answer=answer, score=score)
    _, winner, early = _grow(method, [_branch(vote) for vote in read])
    answer, score = (None, None) if winner is None else (winner.answer, winner.share)
    return Decision(True, method.budget, answer, score, "threshold" if early else "budget")


def _branch(vote: Vote) -> Branch:
    """A sample as a branch; probes recorded at its end or later are none."""
    inside = [each for each in vote.partials if vote.tokens is None or each.tokens < vote.tokens]
    return Branch(vote.answer, vote.tokens, inside)


def _grow(method: Method, branches: Sequence[Branch]) -> _Growth:
    return _by_consensus(method, branches) if method.name == "parallel-probe" else _by_margin(method, branches)


def _answer(branch: Branch, probe: float) -> Optional[str]:
    return branch.partials[int(probe)].answer if probe < len(branch.partials) else branch.answer


def _vote(branches: Sequence[Branch], ends: Sequence[float], probe: float) -> Optional[Plurality]:
    return vote_of(_answer(branch, probe) for branch, end in zip(branches, ends) if end >= probe)


def _growing(branches: Sequence[Branch], ends: Sequence[float], probe: int) -> bool:
    return any(end == math.inf and probe < len(branch.partials) for branch, end in zip(branches, ends))


def _by_consensus(method: Method, branches: Sequence[Branch]) -> _Growth:
    ends: list[float] = [math.inf] * len(branches)
    disagreed = [0] * len(branches)
    leader: Optional[str] = None
    stood = probe = 0
    while _growing(branches, ends, probe):
        winner = _vote(branches, ends, probe)
        stood = stood + 1 if winner is not None and winner.answer == leader else 1
        leader = None if winner is None else winner.answer
        if winner is not None and probe >= method["warmUpProbes"]:
            if stood >= method["stable"]:
                return _Growth([min(end, probe) for end in ends], winner, True)
            if winner.share >= method["pruneShare"]:
                _prune(method, branches, ends, disagreed, probe, winner.answer)
        probe += 1
    return _Growth(ends, _vote(branches, ends, probe), False)


def _prune(
    method: Method,
    branches: Sequence[Branch],
    ends: list[float],
    disagreed: list[int],
    probe: int,
    leader: str,
) -> None:
    kept = ends.count(math.inf)
    if kept <= method["leastBranches"]:
        return
    for at, branch in enumerate(branches):
        if ends[at] != math.inf or probe >= len(branch.partials):
            continue
        disagreed[at] = 0 if _answer(branch, probe) == leader else disagreed[at] + 1
        if disagreed[at] >= method["pruneAfter"] and kept > method["leastBranches"]:
            ends[at] = probe
            kept -= 1


def _by_margin(method: Method, given: Sequence[Branch]) -> _Growth:
    alpha: Optional[float] = method["alpha"]
    warm = 0 if alpha is not None else min(int(method["warmUps"]), len(given))
    branches = [branch._replace(partials=()) if at < warm else branch for at, branch in enumerate(given)]
    ends: list[float] = [math.inf] * len(branches)
    switching: Switching = learn_switching(given[:warm]) if alpha is None else lambda _: alpha
    chances = [_chances(branch, switching) for branch in branches]
    taught = vote_of(branch.answer for branch in given[:warm])
    probe = 0
    while _growing(branches, ends, probe):
        winner = _vote(branches, ends, probe)
        guess = probe == 0 and warm > 0 and (winner is None or taught is None or winner.answer != taught.answer)
        if winner is not None and not guess and _safe(winner.answer, branches, chances, probe):
            return _Growth([end if at < warm else probe for at, end in enumerate(ends)], winner, True)
        probe += 1
    return _Growth(ends, _vote(branches, ends, probe), False)


def _chances(branch: Branch, switching: Switching) -> list[float]:
    probed = probed_as(branch.partials)
    return [1.0 if partial.answer is None else switching(row) for partial, row in zip(branch.partials, probed)]


def _safe(leader: str, branches: Sequence[Branch], chances: Sequence[Sequence[float]], probe: int) -> bool:
    """Whether the margin of those that stay exceeds, for every challenger, the votes that may come to it."""
    stays: dict[str, float] = {}
    leaves: dict[str, float] = {}
    switching = 0.0
    for branch, each in zip(branches, chances):
        answer = _answer(branch, probe)
        chance = each[probe] if probe < len(each) else 0.0
        switching += chance
        if answer is not None:
            stays[answer] = stays.get(answer, 0.0) + 1 - chance
            leaves[answer] = leaves.get(answer, 0.0) + chance
    retained = stays.get(leader, 0.0)
    return retained > switching + _SLACK and all(
        answer == leader or retained - stay > switching - leaves[answer] + _SLACK for answer, stay in stays.items()
    )
