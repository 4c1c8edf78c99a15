"""Vectors of `parallel-probe` and `margin-retained`, by another road than the product's: matrices of answers by probe, the
stopping test by the cost of each switch instead of the retained margin, the logistic regression by scipy's BFGS. Cases where
one of these tests is too near to tell are left out. `python partials.py > partials.jsonl`."""
import json
import random
from collections import Counter

import numpy as np
from scipy.optimize import minimize

NONE = "-"


def matrix(samples):
    """answers[branch, probe], the last column that of the end; growing[branch, probe]: whether it is unfinished there."""
    inside = [[each for each in sample["partials"] if each["tokens"] < sample["tokens"]] for sample in samples]
    width = max(map(len, inside)) + 1
    rows, growing, at, cost = [], [], [], []
    for sample, partials in zip(samples, inside):
        rest = width - len(partials)
        rows.append([each["answer"] or NONE for each in partials] + [sample["answer"] or NONE] * rest)
        growing.append([True] * len(partials) + [False] * rest)
        at.append([each["tokens"] for each in partials] + [sample["tokens"]] * rest)
        cost.append([each["probeTokens"] for each in partials] + [0] * rest)
    return np.array(rows, object), np.array(growing), np.array(at), np.array(cost)


def most_common(answers):
    counts = Counter(each for each in answers if each != NONE)
    return counts.most_common(1)[0] if counts else (None, 0)


def bill(at, cost, stops):
    """The tokens and the probes of branches that stop after the probe of each."""
    return dict(
        tokens=int(sum(row[stop] for row, stop in zip(at, stops))),
        probeTokens=int(sum(row[: stop + 1].sum() for row, stop in zip(cost, stops))),
    )


def verdict(answers, reason, bought):
    leader, votes = most_common(answers)
    valid = sum(each != NONE for each in answers)
    return dict(answer=leader, score=votes / valid if valid else None, reason=reason, **bought)


def parallel_probe(spec, samples):
    answers, growing, at, cost = matrix(samples)
    pruned = np.full(len(samples), -1)
    wrong = np.zeros(len(samples), int)
    history = []
    for probe in range(answers.shape[1]):
        open_ = pruned < 0
        column = answers[open_, probe]
        leader, votes = most_common(column)
        history.append(leader)
        stops = np.where(open_, probe, pruned)
        if not (growing[:, probe] & open_).any():
            return verdict(column, "budget", bill(at, cost, stops))
        if leader is None or probe < spec["warmUpProbes"]:
            continue
        last = history[-spec["stable"]:]
        if len(last) == spec["stable"] and set(last) == {leader}:
            return verdict(column, "threshold", bill(at, cost, stops))
        if votes / sum(column != NONE) < spec["pruneShare"] or open_.sum() <= spec["leastBranches"]:
            continue
        for branch in np.flatnonzero(open_ & growing[:, probe]):
            wrong[branch] = wrong[branch] + 1 if answers[branch, probe] != leader else 0
        for branch in np.flatnonzero(open_ & growing[:, probe] & (wrong >= spec["pruneAfter"])):
            if (pruned < 0).sum() > spec["leastBranches"]:
                pruned[branch] = probe


def features(answers, at):
    changed = np.concatenate([np.zeros((len(answers), 1), int), (answers[:, 1:] != answers[:, :-1]).astype(int)], axis=1)
    streak = np.ones_like(changed)
    for probe in range(1, answers.shape[1]):
        streak[:, probe] = np.where(changed[:, probe] == 0, streak[:, probe - 1] + 1, 1)
    return np.stack([at, changed.cumsum(axis=1), streak], axis=2).astype(float)


def learned(x, y):
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread[spread < 1e-5] = 1

    def design(rows):
        return np.hstack([np.ones((len(rows), 1)), (rows - mean) / spread])

    known, label = design(x), y.astype(float)

    def loss(w):
        z = known @ w
        p = 1 / (1 + np.exp(-z))
        return (np.logaddexp(0, z) - label * z).sum() + 0.01 * (w @ w), known.T @ (p - label) + 0.02 * w

    found = minimize(loss, np.zeros(known.shape[1]), jac=True, method="BFGS", options=dict(gtol=1e-9, maxiter=2000))
    return lambda rows: 1 / (1 + np.exp(-(design(rows) @ found.x)))


def margin_retained(spec, samples):
    answers, growing, at, cost = matrix(samples)
    warm = 0 if "alpha" in spec else spec["warmUps"]
    chance = np.ones(answers.shape)
    if warm == 0:
        chance[:] = spec["alpha"]
    else:
        known = features(answers, at)
        final = answers[:warm, -1:]
        rows = growing[:warm] & (answers[:warm] != NONE) & (final != NONE)
        if rows.any():
            model = learned(known[:warm][rows], (answers[:warm] != final)[rows])
            chance = model(known.reshape(-1, 3)).reshape(answers.shape)
    chance[answers == NONE] = 1
    racing = growing.copy()
    racing[:warm] = False
    answers[:warm] = answers[:warm, -1:]
    whole = answers.shape[1] - 1
    stops = np.array([whole if branch < warm else 0 for branch in range(len(samples))])
    for probe in range(answers.shape[1]):
        column, open_ = answers[:, probe], racing[:, probe]
        stops[warm:] = probe
        if not open_.any():
            return verdict(column, "budget", bill(at, cost, stops))
        leader, _ = most_common(column)
        if leader is None or (probe == 0 and warm and leader != most_common(answers[:warm, -1])[0]):
            continue
        q = np.where(open_, chance[:, probe], 0)
        slack = []
        for challenger in [*{each for each in column if each not in (NONE, leader)}, "an answer nobody gave"]:
            margin = (column == leader).sum() - (column == challenger).sum()
            harm = np.where(column == leader, 2, np.where(column == challenger, -1, 1))
            slack.append(margin - (q * harm).sum())
        if any(abs(each) < 1e-5 for each in slack):
            return None
        if all(each > 0 for each in slack):
            return verdict(column, "threshold", bill(at, cost, stops))


def sample(rng, sure, settles, probes):
    answer = rng.choices(["A", "B", "C", None], [sure, (1 - sure) * 0.6, (1 - sure) * 0.3, 0.06])[0]
    every, length = 10, rng.randint(4, 10 * probes)
    settled = rng.randint(0, settles)
    partials = []
    for place, tokens in enumerate(range(every, length + every * rng.randint(0, 1), every)):
        given = answer if place >= settled and rng.random() < 0.92 else rng.choice(["A", "B", "D", None])
        partials.append(dict(tokens=tokens, answer=given, probeTokens=rng.randint(2, 4)))
    return dict(answer=answer, tokens=length, partials=partials)


def spec_of(rng, case):
    """The papers' own numbers in the first two, others that a short case can meet after them."""
    if case == 0:
        return dict(method="parallel-probe", leastBranches=3, pruneAfter=3, pruneShare=0.5, stable=18, warmUpProbes=10, budget=6)
    if case == 1:
        return dict(method="margin-retained", warmUps=16, budget=24)
    budget = rng.choice([5, 8, 12])
    if case % 2 == 0:
        return dict(
            method="parallel-probe",
            leastBranches=rng.choice([1, 3, 4]),
            pruneAfter=rng.choice([1, 2, 3]),
            pruneShare=rng.choice([0.3, 0.5, 0.7]),
            stable=rng.choice([2, 3, 4, 6]),
            warmUpProbes=rng.choice([0, 1, 3]),
            budget=budget,
        )
    alpha = dict(alpha=rng.choice([0.05, 0.15, 0.3])) if case % 3 == 0 else {}
    return dict(method="margin-retained", warmUps=rng.choice([1, 2, 4, 6]), budget=budget, **alpha)


def main():
    rng = random.Random(41)
    for case in range(44):
        spec = spec_of(rng, case)
        decided = parallel_probe if spec["method"] == "parallel-probe" else margin_retained
        sure, settles = rng.choice([0.5, 0.8, 0.95]), rng.choice([1, 4, 8])
        samples = [sample(rng, sure, settles, 26 if case == 0 else 9) for _ in range(spec["budget"])]
        expect = decided(spec, samples)
        if expect is not None:
            line = dict(spec=spec, samples=samples, expect=dict(calls=spec["budget"], **expect))
            print(json.dumps(line, separators=(",", ":")))


main()
