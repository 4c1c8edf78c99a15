"""Vectors of the rules of others, by another road than the product's: martingales as products of predictions, integrals by
Gauss-Legendre quadrature (exact for these polynomials), tails and soft-max by scipy. `python literature.py > literature.jsonl`; totals spent on
sets go into totals.jsonl beside it."""
import json
import random

import numpy as np
from scipy.special import softmax
from scipy.stats import beta


def plurality(answers):
    counts = {}
    for answer in answers:
        if answer is not None:
            counts[answer] = counts.get(answer, 0) + 1
    return max(counts, key=counts.get) if counts else None  # max keeps the first of equals, and dicts their order


def trace(answers, budget, step, answer_of=plurality):
    """`step(m)` says (settled, score) of the first m; asked after samples with an answer."""
    scores = []
    for m in range(1, budget + 1):
        if all(a is None for a in answers[:m]):
            scores.append(None)
            continue
        settled, score = step(m)
        scores.append(float(score))
        if settled:
            return dict(calls=m, answer=answer_of(answers[:m]), reason="threshold", scores=scores)
    return dict(calls=budget, answer=answer_of(answers[:budget]), reason="budget", scores=scores)


QS = np.linspace(0.5001, 0.9999, 41)


class Bet:
    """A capital that is doubled on what the mixture of shares, updated by Bayes, predicts."""

    def __init__(self):
        weights = QS**-0.5 * (1 - QS) ** -0.5
        self.weights, self.capital, self.seen = weights / weights.sum(), 1.0, 0

    def see(self, win):
        likelihood = QS if win else 1 - QS
        predicted = float(self.weights @ likelihood)
        self.capital *= 2 * predicted
        self.weights = self.weights * likelihood / predicted
        self.seen += 1

    @property
    def evidence(self):
        return self.capital if self.seen >= 2 else 1.0


def mmc(answers, budget, alpha):
    def step(m):
        pair, rest, counts, led = Bet(), Bet(), {}, False
        for answer in answers[:m]:
            led = False
            if answer is None:
                continue
            top = sorted(counts, key=lambda k: -counts[k])[:3]
            if top:
                if answer == top[0]:
                    pair.see(True), rest.see(True)
                else:
                    if len(top) < 2 or answer == top[1]:
                        pair.see(False)
                    if answer not in top:
                        rest.see(False)
            counts[answer] = counts.get(answer, 0) + 1
            led = bool(top) and sorted(counts, key=lambda k: -counts[k])[0] == top[0]
        both = min(pair.evidence, rest.evidence)
        return led and both >= 1 / alpha * (1 - 1e-12), 1 - min(1, 1 / both)

    return trace(answers, budget, step)


NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)


def evidence(c1, c2):
    x = 0.75 + 0.25 * NODES
    return 2.0 ** (c1 + c2) * 2 * 0.25 * float(WEIGHTS @ (x**c1 * (1 - x) ** c2))


def cite(answers, budget, alpha):
    def targets(m):
        out = {}
        order = list(dict.fromkeys(a for a in answers[:m] if a is not None))
        for k, target in enumerate(order, 1):
            later = [a for a in answers[answers.index(target) + 1 : m] if a is not None]
            rivals = [later.count(other) for other in set(later) if other != target]
            e = min(evidence(later.count(target), c) for c in [0, *rivals])
            out[target] = e * 6 / (np.pi * k) ** 2
        return out

    def step(m):
        best = max(targets(m).values())
        return best >= 1 / alpha * (1 - 1e-12), 1 - min(1, 1 / best)

    out = trace(answers, budget, step)
    if out["reason"] == "threshold":
        found = targets(out["calls"])
        out["answer"] = max(found, key=found.get)
    return out


def doubling(answers, budget, threshold):
    def step(m):
        share = max(answers[:m].count(a) for a in answers[:m] if a is not None) / m
        return m in (2, 4, 8, 16, 32, 64) and m < budget and share >= threshold, share

    return trace(answers, budget, step)


def reasc(samples, budget, confidence, gate, lam, mean, spread, threshold):
    answers = [a for a, _ in samples]

    def weights(m):
        out = {}
        for answer, c in samples[:m]:
            if answer is not None:
                out[answer] = out.get(answer, 0) + max(1, np.exp(lam * (c - mean) / spread))
        return out

    def step(m):
        top, second = (sorted(weights(m).values(), reverse=True) + [0])[:2]
        score = beta.sf(0.5, top + 1, second + 1)
        valid = [c for a, c in samples[:m] if a is not None]
        return (len(valid) == 1 and valid[0] >= gate) or score >= threshold, score

    def heaviest(read):
        w = weights(len(read))
        return max(w, key=w.get) if w else None

    return trace(answers, budget, step, heaviest)


def cisc(samples, budget, temperature):
    valid = [(a, c) for a, c in samples[:budget] if a is not None]
    if not valid:
        return dict(calls=budget, answer=None, reason="budget", scores=[])
    shares = softmax(np.array([c for _, c in valid]) / temperature)
    sums = {}
    for (answer, _), share in zip(valid, shares):
        sums[answer] = sums.get(answer, 0) + float(share)
    best = max(sums, key=sums.get)
    return dict(calls=budget, answer=best, reason="budget", score=sums[best])


def counts_of(answers):
    tally = {}
    for answer in answers:
        if answer is not None:
            tally[answer] = tally.get(answer, 0) + 1
    return (sorted(tally.values(), reverse=True) + [0, 0])[:2]


def total(questions, budget, total_calls, step, index):
    """Brute force: everything is counted anew for each call. `index(counts, handed, spent)` is smallest where a call is due."""
    handed = [1] * len(questions)
    size = max(1, int(np.floor(step * len(questions) + 0.5)))
    while sum(handed) < total_calls:
        seen, spent = [counts_of(q[:h]) for q, h in zip(questions, handed)], sum(handed) / total_calls
        fresh = set()
        for _ in range(min(size, total_calls - sum(handed))):
            open_ = [i for i, h in enumerate(handed) if h < budget and not (index is blend and i in fresh)]
            if not open_:
                break
            values = index([seen[i] for i in range(len(seen))], handed, spent, open_, fresh)
            due = min(open_, key=lambda i: (values[i], i))
            handed[due] += 1
            fresh.add(due)
    return [
        dict(calls=h, answer=plurality(q[:h]), reason="budget" if h == budget else "total") for q, h in zip(questions, handed)
    ]


def loss(c1, c2):
    """The share of votes lost by the leader, (1 - 2x)+, over its posterior, by quadrature on [0, 1/2]."""
    x = 0.25 + 0.25 * NODES
    return 0.25 * float(WEIGHTS @ ((1 - 2 * x) * beta.pdf(x, c1 + 1, c2 + 1)))


def regret(counts, handed, _spent, open_, _fresh):
    return {i: -float(f"{loss(*counts[i]) / handed[i]:.12g}") for i in open_}


def blend(counts, handed, spent, open_, fresh):
    """Ranks among all that were open when the step began."""
    all_ = sorted(set(open_) | fresh)
    sure = {i: beta.sf(0.5, counts[i][0] + 1, counts[i][1] + 1) for i in all_}
    ratio = {i: -beta.logpdf(0.5, counts[i][0] + 1, counts[i][1] + 1) for i in all_}
    rank = lambda of, i: sum(of[j] < of[i] - 1e-9 for j in all_)
    return {i: round((1 - spent) * rank(sure, i) + spent * rank(ratio, i), 9) for i in open_}


def random_votes(rng):
    p, k, none = rng.choice([0.9, 0.7, 0.5, 0.3]), rng.choice([1, 2, 5, 12]), rng.choice([0, 0, 0.1])
    draw = lambda: "T" if rng.random() < p else f"W{rng.randrange(k)}"
    return [None if rng.random() < none else draw() for _ in range(24)]


TOTALS = open("totals.jsonl", "w")


def main():
    rng = random.Random(2510_17472)
    sets = random.Random(2511_12309)
    for size, budget, calls, step in [(5, 8, 20, 0.2), (12, 8, 40, 0.1), (12, 8, 40, 0.5), (9, 6, 54, 0.3), (30, 16, 120, 0.1), (30, 16, 31, 0.99)]:
        questions = [random_votes(sets)[:budget] for _ in range(size)]
        for name, index in (("fixed-total", regret), ("blend-asc", blend)):
            spec = dict(method=name, totalCalls=calls, step=step, budget=budget)
            print(json.dumps(dict(spec=spec, questions=questions, expect=total(questions, budget, calls, step, index))), file=TOTALS)
    fixed = [["A"] * 24, ["A", "B"] * 12, ["A", "B"] + ["A"] * 22, ["B"] + ["A"] * 23, [None] * 24, [None, "A"] * 12]
    fixed += [[chr(65 + i) for i in range(24)], ["A", "A", "B", "B"] + ["C"] * 20, ["A"] * 3 + ["B"] * 21]
    for votes in fixed + [random_votes(rng) for _ in range(15)]:
        for alpha in (0.05, 0.1, 0.3):
            for name, rule in (("mmc", mmc), ("cite", cite)):
                print(json.dumps(dict(spec=dict(method=name, alpha=alpha, budget=24), answers=votes, expect=rule(votes, 24, alpha))))
        for threshold in (0.75, 0.6):
            spec = dict(method="doubling", threshold=threshold, budget=24)
            print(json.dumps(dict(spec=spec, answers=votes, expect=doubling(votes, 24, threshold))))
        confidences = [round(rng.uniform(0.5, 0.99), 4) for _ in votes]
        samples = list(zip(votes, confidences))
        spec = dict(confidence="lns-arith", gate=rng.choice([0.9, 0.97]), mean=0.8, spread=0.1, threshold=rng.choice([0.95, 0.99]))
        spec["lambda"] = 0.7
        given = {**{k: v for k, v in spec.items() if k != "lambda"}, "lam": 0.7}
        print(json.dumps(dict(spec=dict(method="reasc", budget=24, **spec), answers=votes, confidences=confidences, expect=reasc(samples, 24, **given))))
        for temperature in (1, 0.05):
            spec = dict(method="cisc", confidence="lns-arith", temperature=temperature, budget=24)
            print(json.dumps(dict(spec=spec, answers=votes, confidences=confidences, expect=cisc(samples, 24, temperature))))


main()
