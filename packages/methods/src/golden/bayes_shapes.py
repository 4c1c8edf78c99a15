"""Vectors of the rule of arXiv 2602.05395 with L = 3 groups under a list of shapes, by another road than the product's: every
way in which the other votes can fall is listed, in exact rationals. `python bayes_shapes.py > bayes-shapes.jsonl`"""
import functools
import itertools
import json
import math
import random
from fractions import Fraction as F


def ways(count, answers, most):
    """All lists of `answers` counts up to `most` that add up to `count`."""
    return [each for each in itertools.product(range(min(count, most) + 1), repeat=answers) if sum(each) == count]


@functools.lru_cache(None)
def likelihood(shape, leader, first, second, others):
    if second == 0:
        return shape[leader] ** first
    total = F(0)
    tied = 2 if first == second else 1
    for runner_up in range(len(shape)):
        if runner_up == leader:
            continue
        rest = [p for at, p in enumerate(shape) if at not in (leader, runner_up)]
        for counts in ways(others, len(rest), second):
            product = F(math.factorial(others))
            for p, r in zip(rest, counts):
                product *= p**r / F(math.factorial(r))
            product /= math.comb(tied + sum(r == second for r in counts), tied)
            total += shape[leader] ** first * shape[runner_up] ** second * product
    return total


def posterior(shapes, first, second, others):
    by_leader = [(n * likelihood(shape, at, first, second, others), at) for shape, n in shapes for at in range(len(shape))]
    everything = sum(each for each, _ in by_leader)
    return float(sum(each for each, at in by_leader if at == 0) / everything) if everything else 0.0


def drawn(rng):
    votes = rng.choice([8, 10, 12])
    counts = {}
    spread = rng.choice([0.5, 0.8, 0.95])
    for _ in range(votes):
        answer = 0 if rng.random() < spread else rng.randrange(1, 5)
        counts[answer] = counts.get(answer, 0) + 1
    return tuple(sorted(counts.values(), reverse=True))


def decided(shapes, delta, answers):
    known = [(tuple(F(count, sum(counts)) for count in counts), n) for counts, n in shapes]
    counts, scores, score = {}, [], None
    for calls, answer in enumerate(answers, start=1):
        if answer is not None:
            counts[answer] = counts.get(answer, 0) + 1
            first, *rest = sorted(counts.values(), reverse=True)
            second = rest[0] if rest else 0
            score = posterior(known, first, second, sum(rest) - second)
        scores.append(score)
        leader = max(counts, key=lambda each: counts[each], default=None)
        if answer is not None and score >= 1 - delta:
            return dict(calls=calls, answer=leader, reason="threshold", scores=scores)
    return dict(calls=len(answers), answer=leader, reason="budget", scores=scores)


def main():
    rng = random.Random(2602_05395)
    for _ in range(60):
        shapes = {drawn(rng): rng.randrange(1, 9) for _ in range(rng.randrange(1, 6))}
        text = "/".join(f"{n}x{'-'.join(map(str, counts))}" for counts, n in shapes.items())
        spread, size = rng.choice([0.4, 0.6, 0.85]), rng.choice([6, 8, 10])
        answers = ["A" if rng.random() < spread else rng.choice(["B", "C", "D", None]) for _ in range(size)]
        delta = rng.choice([0.3, 0.05, 0.001, 0.000001])
        spec = dict(method="bayes-shapes", delta=delta, shapes=text, budget=size)
        print(json.dumps(dict(spec=spec, answers=answers, expect=decided(shapes.items(), delta, answers))))


main()
