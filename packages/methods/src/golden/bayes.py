"""Vectors of `bayes`, by another road than the product's: the evidence as a product of predictions by an urn in exact rationals,
answer by answer, and each rival's chance by double-exponential quadrature. `python bayes.py > bayes.jsonl`"""
import json
import math
import random
from fractions import Fraction as F

import numpy as np

S = np.arange(-9, 6, 1 / 128)


def ahead(own, other):
    """P(Beta(own, other) < 1/2), with t = 1 / (2 + 2 exp(-pi sinh s)), under which the pole at 0 vanishes."""
    z = np.pi * np.sinh(S)
    log_part = -np.logaddexp(0, -z)  # of 2t

    def part(a, b):
        log_t = log_part - np.log(2)
        return float(np.sum(np.exp(a * log_t + (b - 1) * np.log1p(-np.exp(log_t)) - np.logaddexp(0, z)) * np.pi * np.cosh(S)) / 128)

    below, above = part(own, other), part(other, own)
    return below / (below + above)


def predicted(votes, alpha, answers):
    """The probability that votes fall apart so: each answer is one of those seen, or any of the others."""
    total, counts = F(1), {}
    for seen, vote in enumerate(votes):
        if vote in counts:
            total *= (alpha + counts[vote]) / (alpha * answers + seen)
        else:
            total *= (answers - len(counts)) * alpha / (alpha * answers + seen)
        counts[vote] = counts.get(vote, 0) + 1
    return total


def judged(votes, answers, easy, hard, share):
    seen = list(dict.fromkeys(votes))
    size = max(answers, len(seen))
    counts = [votes.count(a) for a in seen] + [0] * (size - len(seen))
    place = counts.index(max(counts))
    kinds = []
    for alpha, belief in ((easy, share), (hard, 1 - share)):
        chances = [ahead(counts[place] + float(alpha), c + float(alpha)) for c in counts]
        all_others = sum(x for k, x in enumerate(chances) if k != place)
        unseen = sum(chances[len(seen):])
        kinds.append((belief * predicted(votes, alpha, size), max(0, 1 - all_others), min(1, unseen)))
    total = sum(weight for weight, *_ in kinds)
    score = sum(float(weight / total) * leads for weight, leads, _ in kinds)
    other = sum(float(weight / total) * unseen for weight, _, unseen in kinds)
    return score, other, math.log(total.numerator) - math.log(total.denominator), seen[place]


def run(answers, budget, delta, prior):
    scores, others, evidence, given = [], [], None, None
    for m in range(1, budget + 1):
        votes = [a for a in answers[:m] if a is not None]
        if not votes:
            scores.append(None)
            others.append(1.0)
            continue
        score, other, evidence, given = judged(votes, **prior)
        scores.append(score)
        others.append(other)
        if answers[m - 1] is not None and score >= 1 - delta:
            return dict(calls=m, answer=given, reason="threshold", scores=scores, others=others, logEvidence=evidence)
    return dict(calls=budget, answer=given, reason="budget", scores=scores, others=others, logEvidence=evidence)


PRIORS = [
    dict(answers=5, easy=F(1), hard=F(1), share=F(1, 2)),
    dict(answers=4, easy=F(1, 10), hard=F(3, 2), share=F(7, 10)),
    dict(answers=20, easy=F(1, 50), hard=F(1, 4), share=F(3, 5)),
    dict(answers=2, easy=F(1, 2), hard=F(6), share=F(1, 5)),
]


def random_votes(rng, size):
    p, k, none = rng.choice([0.9, 0.6, 0.4]), rng.choice([1, 2, 6]), rng.choice([0, 0, 0.15])
    draw = lambda: "T" if rng.random() < p else f"W{rng.randrange(k)}"
    return [None if rng.random() < none else draw() for _ in range(size)]


def main():
    rng, size = random.Random(2602_05395), 16
    fixed = [["A"] * size, ["A", "B"] * 8, ["A", "B"] + ["A"] * 14, [None] * size, [None, "A"] * 8, [chr(65 + i) for i in range(size)]]
    fixed += [["A", "A", "B", "B", "C", "C", "D", "D"] + ["A"] * 8, ["A", "B", "B", "C", "C", "C"] + ["D"] * 10]
    for answers in fixed + [random_votes(rng, size) for _ in range(16)]:
        for prior in PRIORS:
            for delta in (0.05, 0.2):
                spec = dict(method="bayes", delta=delta, budget=size, **{k: float(v) if k != "answers" else v for k, v in prior.items()})
                print(json.dumps(dict(spec=spec, answers=answers, expect=run(answers, size, delta, prior))))


main()
