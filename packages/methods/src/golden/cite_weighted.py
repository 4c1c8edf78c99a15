"""Vectors of CITE by weight, in exact rationals: the capital is a polynomial in the bet, multiplied out vote by vote and
integrated term by term. `python cite_weighted.py > cite-weighted.jsonl`"""
import json
import math
import random
from fractions import Fraction


def integral(factors):
    """The product of the factors 1 + f·x, integrated over x from 0 to 1."""
    terms = [Fraction(1)]
    for f in factors:
        terms = [a + f * b for a, b in zip([*terms, 0], [0, *terms])]
    return sum(term / (n + 1) for n, term in enumerate(terms))


def evidence(samples, target):
    """Against its strongest rival, an unseen one among them, by the votes after it appeared."""
    first = next(i for i, (answer, _) in enumerate(samples) if answer == target)
    later = [(a, Fraction(str(c))) for a, c in samples[first + 1 :] if a is not None]
    rivals = {a for a, _ in later if a != target} | {object()}
    signed = lambda rival: [c if a == target else -c for a, c in later if a in (target, rival)]
    return min(integral(signed(rival)) for rival in rivals)


def cite(samples, budget, alpha):
    scores = []
    for m in range(1, budget + 1):
        read = [(a, c) for a, c in samples[:m] if a is not None]
        order = list(dict.fromkeys(a for a, _ in read))
        found = {a: float(evidence(read, a)) * 6 / (math.pi * k) ** 2 for k, a in enumerate(order[:16], 1)}
        best = max(found.values(), default=0)
        scores.append(None if not found else 1 - min(1, 1 / best))
        if samples[m - 1][0] is not None and best >= 1 / alpha * (1 - 1e-12):
            return dict(calls=m, answer=max(found, key=found.get), reason="threshold", scores=scores)
    sums = {a: sum(Fraction(str(c)) for b, c in read if b == a) for a in order}
    return dict(calls=budget, answer=max(sums, key=sums.get) if sums else None, reason="budget", scores=scores)


def main():
    rng = random.Random(2605_05873)
    fixed = ["A" * 24, "AB" * 12, "BBB" + "A" * 21, "".join(chr(65 + i) for i in range(24)), "ABCD" + "E" * 20]
    streams = [list(zip(text, [weight] * 24)) for text in fixed for weight in (1, 0.5)]
    streams += [[(None, 0.5)] * 24, [(None, 0.5), ("A", 0.9)] * 12, [("A", 0.2), ("B", 0.95), ("A", 0.3)] * 8]
    for _ in range(24):
        p, low, none = rng.choice([0.9, 0.6, 0.4]), rng.choice([0.0, 0.5]), rng.choice([0, 0.1])
        draw = lambda: None if rng.random() < none else "T" if rng.random() < p else f"W{rng.randrange(4)}"
        streams.append([(draw(), round(rng.uniform(low, 1), 3)) for _ in range(24)])
    for samples in streams:
        for alpha in (0.05, 0.3):
            spec = dict(method="cite-weighted", confidence="lns-arith", alpha=alpha, budget=24)
            answers, confidences = zip(*samples)
            print(json.dumps(dict(spec=spec, answers=answers, confidences=confidences, expect=cite(samples, 24, alpha))))


main()
