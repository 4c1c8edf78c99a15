"""Vectors of the rule of arXiv 2602.05395 with L = 3 groups under a list of shapes, by another road than the product's: every
way in which the other votes can fall is listed, in exact rationals. `python listed_shapes.py > listed-shapes.jsonl`"""
import itertools
import json
import math
import random
from fractions import Fraction as F


def ways(count, answers, most):
    """All lists of `answers` counts up to `most` that add up to `count`."""
    return [each for each in itertools.product(range(min(count, most) + 1), repeat=answers) if sum(each) == count]


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
    votes = rng.choice([8, 10, 16])
    counts = {}
    spread = rng.choice([0.5, 0.8, 0.95])
    for _ in range(votes):
        answer = 0 if rng.random() < spread else rng.randrange(1, 5)
        counts[answer] = counts.get(answer, 0) + 1
    return [F(count, votes) for count in sorted(counts.values(), reverse=True)]


def main():
    rng = random.Random(2602_05395)
    for _ in range(60):
        shapes = [(drawn(rng), rng.randrange(1, 9)) for _ in range(rng.randrange(1, 6))]
        first = rng.randrange(1, 7)
        second = rng.randrange(0, first + 1)
        others = 0 if second == 0 else rng.randrange(0, min(6, 3 * second) + 1)
        listed = [dict(chances=[float(p) for p in shape], questions=n) for shape, n in shapes]
        counts = dict(first=first, second=second, others=others)
        print(json.dumps(dict(shapes=listed, counts=counts, leader=posterior(shapes, first, second, others))))


main()
