"""How probable an unfinished sample is to end with another answer than it gives when probed, learned from whole ones."""

from __future__ import annotations

import math
from typing import Callable, Sequence

from .votes import Branch, PartialAnswer

Row = Sequence[float]
Switching = Callable[[Row], float]

#: Draws every coefficient to 0, so that there is one best fit where no sample ever switched, or all did.
_RIDGE = 0.01
_ROUNDS = 60
_CLOSE = 1e-10


def probed_as(partials: Sequence[PartialAnswer]) -> list[Row]:
    """Describe a sample at each probe: its tokens, how often its answer changed, for how many probes it has stood."""
    rows: list[Row] = []
    changes = stood = 0
    for at, partial in enumerate(partials):
        same = at > 0 and partials[at - 1].answer == partial.answer
        changes += at > 0 and not same
        stood = stood + 1 if same else 1
        rows.append((partial.tokens, changes, stood))
    return rows


def learn_switching(samples: Sequence[Branch]) -> Switching:
    """Learn by logistic regression; without a probed sample that has an answer every switch is certain."""
    known = [
        (row, partial.answer != branch.answer)
        for branch in samples
        for partial, row in zip(branch.partials, probed_as(branch.partials))
        if branch.answer is not None and partial.answer is not None
    ]
    if not known:
        return lambda _: 1.0
    moments = [_moments([row[column] for row, _ in known]) for column in range(3)]

    def scaled(row: Row) -> list[float]:
        return [1.0, *((value - mean) / deviation for value, (mean, deviation) in zip(row, moments))]

    weights = _fit([(scaled(row), switch) for row, switch in known])
    return lambda row: _logistic(_dot(weights, scaled(row)))


def _moments(values: Row) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    return mean, 1.0 if variance < _CLOSE else math.sqrt(variance)


def _fit(known: Sequence[tuple[Row, bool]]) -> list[float]:
    """Logistic regression by Newton's method: a round that would not lessen the loss is shortened."""
    weights = [0.0] * len(known[0][0])
    loss = _loss(weights, known)
    for _ in range(_ROUNDS):
        step = _newton_step(weights, known)
        length = 1.0
        while True:
            following = [weight - length * each for weight, each in zip(weights, step)]
            lower = _loss(following, known)
            length /= 2
            if lower <= loss or length <= _CLOSE:
                break
        done = max(map(abs, step)) < _CLOSE or lower >= loss
        if lower <= loss:
            weights, loss = following, lower
        if done:
            break
    return weights


def _loss(weights: Row, known: Sequence[tuple[Row, bool]]) -> float:
    total = _RIDGE * sum(weight * weight for weight in weights)
    for row, switch in known:
        odds = _dot(weights, row)
        total += max(odds, 0.0) + math.log1p(math.exp(-abs(odds))) - (odds if switch else 0.0)
    return total


def _newton_step(weights: Row, known: Sequence[tuple[Row, bool]]) -> list[float]:
    size = len(weights)
    system = [[*(2 * _RIDGE * (column == at) for column in range(size)), 2 * _RIDGE * weights[at]] for at in range(size)]
    for row, switch in known:
        chance = _logistic(_dot(weights, row))
        for at, own in enumerate(row):
            for column, value in enumerate(row):
                system[at][column] += chance * (1 - chance) * own * value
            system[at][size] += (chance - switch) * own
    return _solve(system)


def _solve(system: list[list[float]]) -> list[float]:
    """Solve equations, the right-hand side last in each; they are positive definite, so nothing is exchanged."""
    size = len(system)
    for at in range(size):
        for below in range(at + 1, size):
            times = system[below][at] / system[at][at]
            system[below] = [value - times * pivot for value, pivot in zip(system[below], system[at])]
    found = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(system[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (system[at][size] - rest) / system[at][at]
    return found


def _dot(weights: Row, row: Row) -> float:
    return sum(weight * value for weight, value in zip(weights, row))


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else math.exp(odds) / (1 + math.exp(odds))
