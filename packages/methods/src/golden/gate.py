"""Vectors of `reasc`'s calibration without labels: two normals as scikit-learn fits them, begun by its k-means, and the
gate as the public code of arXiv 2601.02970 has it: the larger of the surer mean and the lowest confidence whose posterior
reaches the target; mean and spread are those of all. `python gate.py > gate.jsonl`"""
import json
import random

import numpy as np
from sklearn.mixture import GaussianMixture

SHAPES = [
    (0.7, (0.93, 0.02), (0.7, 0.08)),
    (0.5, (0.9, 0.03), (0.75, 0.05)),
    (0.3, (0.98, 0.004), (0.9, 0.05)),
    (0.8, (0.8, 0.1), (0.4, 0.1)),
    (0.6, (0.62, 0.05), (0.55, 0.12)),
    (0.9, (0.995, 0.002), (0.5, 0.2)),
]


def drawn(rng, count, share, high, low):
    picked = [high if rng.random() < share else low for _ in range(count)]
    return [round(min(max(rng.gauss(*each), 1e-6), 1 - 1e-6), 6) for each in picked]


def fitted(values):
    column = np.array(values)[:, None]
    fit = GaussianMixture(2, tol=1e-13, max_iter=100_000, random_state=1, reg_covar=1e-6).fit(column)
    high = int(np.argmax(fit.means_[:, 0]))
    parts = [(fit.weights_[at], fit.means_[at, 0], np.sqrt(fit.covariances_[at, 0, 0])) for at in (1 - high, high)]
    one = GaussianMixture(1, reg_covar=1e-6).fit(column)
    return parts, fit.predict_proba(column)[:, high], fit.score(column), bool(fit.bic(column) < one.bic(column))


def gate_of(values, chances, target, mean):
    passing = [value for value, chance in zip(values, chances) if chance >= target]
    return max(mean, min(passing, default=max(values)))


rng = random.Random(7)
for at in range(24):
    share, high, low = SHAPES[at % len(SHAPES)]
    values = drawn(rng, rng.choice([40, 120, 300]), share, high, low)
    parts, chances, height, apart = fitted(values)
    target = rng.choice([0.8, 0.9, 0.95])
    expect = {"parts": parts, "height": height, "gate": float(gate_of(values, chances, target, parts[1][1])), "mean": float(np.mean(values)), "spread": float(np.std(values)), "isApart": apart}
    print(json.dumps({"confidences": values, "target": target, "expect": expect}))
