"""Vectors of BEACON, by another road than the product's: the gain of searching on is tabled over costs in units of the scale,
positive or not; the next reward is integrated by the trapezoid rule in arsinh; each update is that of the sums themselves.
`python beacon.py > beacon.jsonl`"""
import json
import random
from functools import lru_cache

import numpy as np
from scipy.stats import t as student

X = np.linspace(-13, 13, 1301)
U, STEP = np.sinh(X), np.cosh(X) * (X[1] - X[0])
COSTS = np.concatenate([[0], np.geomspace(1e-5, 1.5, 119)])


def standing(count, squares):
    """The scale of the next reward's predictive distribution."""
    return np.sqrt(squares / (count - 1) * (1 + 1 / count))


def values(count):
    return np.linspace(0, (count - 1) / np.sqrt(count + 1), 60)


@lru_cache(None)
def gains(count, left):
    """What drawing once more and then searching on as is best gains, by value and cost; below 0 where it loses."""
    weight = student.pdf(U, count - 1) * STEP
    squares = (count - 1) / (1 + 1 / count)  # mean 0, scale 1
    mean_after = U / (count + 1)
    scale_after = standing(count + 1, squares + U**2 * count / (count + 1))
    out = np.empty((60, len(COSTS)))
    for row, value in enumerate(values(count)):
        out[row] = (weight * np.maximum(U - value, 0)).sum() - COSTS
        if left > 1:
            value_after = (np.maximum(U, value) - mean_after) / scale_after
            for column, cost in enumerate(COSTS):
                after = at(count + 1, left - 1, value_after, cost / scale_after)
                out[row, column] += (weight * scale_after * np.maximum(after, 0)).sum()
    return out


def at(count, left, value, cost):
    table, rows = gains(count, left), values(count)
    y = np.clip(value / rows[1], 0, 59 - 1e-9)
    i, x = y.astype(int), np.interp(cost, COSTS, np.arange(len(COSTS)))
    j = np.minimum(x.astype(int), len(COSTS) - 2)
    f, g = y - i, x - j
    return (1 - f) * ((1 - g) * table[i, j] + g * table[i, j + 1]) + f * ((1 - g) * table[i + 1, j] + g * table[i + 1, j + 1])


def index(count, left, value):
    """The cost at which searching on gains nothing."""
    gain = at(count, left, np.full(len(COSTS), value), COSTS)
    return float(np.interp(0, -gain, COSTS))


def beacon(samples, budget, cost):
    scores, rewards, best, near = [], [], None, False
    for m in range(1, budget + 1):
        answer, reward = samples[m - 1]
        if answer is not None:
            kept = np.array(rewards)
            if len(rewards) >= 3:  # what lies below the first hundredth of the predictive t counts as the mean
                scale = standing(len(kept), ((kept - kept.mean()) ** 2).sum())
                lowest = student.ppf(0.01, len(kept) - 1, loc=kept.mean(), scale=max(scale, 1e-12))
                rewards.append(reward if reward >= lowest else float(kept.mean()))
            else:
                rewards.append(reward)
            best = max(best or (-1, ""), (reward, answer), key=lambda pair: pair[0])
            worth = 1 - best[0]
            if len(rewards) >= 3:
                x = np.array(rewards)
                scale = standing(len(x), ((x - x.mean()) ** 2).sum())
                found = scale * index(len(x), max(1, budget - m), (best[0] - x.mean()) / scale) if scale > 1e-12 else 0.0
                worth = min(worth, found)
            near = near or abs(worth / cost - 1) < 0.02
        scores.append(None if best is None else 1 - worth)
        if answer is not None and worth <= cost:
            return near, dict(calls=m, answer=best[1], reason="threshold", scores=scores)
    return near, dict(calls=budget, answer=best and best[1], reason="budget", scores=scores)


def drawn(rng, budget):
    mean, spread, none = rng.uniform(0.3, 0.9), rng.choice([0.005, 0.03, 0.1, 0.25]), rng.choice([0, 0, 0.1])
    clip = lambda x: round(min(0.999, max(0.001, x)), 4)
    return [(None if rng.random() < none else rng.choice("ABC"), clip(rng.gauss(mean, spread))) for _ in range(budget)]


def main():
    rng = random.Random(2510_15945)
    fixed = [[(a, c) for a in "ABAB" * 4 for c in [0.5]], [("A", 0.99)] * 16, [(None, 0.5)] * 16]
    fixed += [[("A", 0.2), ("B", 0.9), ("B", 0.4), ("A", 0.9)] * 4, [(None, 0.9), ("A", 0.3), ("B", 0.6), ("C", 0.45)] * 4]
    cases = [(samples, 16, cost) for samples in fixed for cost in (0.05, 0.005)]
    fixed_low = [[(a, c) for a, c in zip("ABCA" * 4, [0.5, 0.52, 0.49, 0.02, 0.51, 0.53, 0.01] + [0.5 + 0.01 * k for k in range(9)])]]
    cases += [(samples, 16, cost) for samples in fixed_low for cost in (0.02, 0.002)]
    cases += [(drawn(rng, budget), budget, cost) for budget in (4, 10, 16) for cost in (0.1, 0.02, 0.004) for _ in range(6)]
    for samples, budget, cost in cases:
        near, expect = beacon(samples, budget, cost)
        if near:
            continue  # a step as good as at the bar would hold the two to more digits than either has
        spec = dict(method="beacon", confidence="lns-arith", cost=cost, budget=budget)
        answers, confidences = zip(*samples)
        print(json.dumps(dict(spec=spec, answers=answers, confidences=confidences, expect=expect, digits=3)))


main()
