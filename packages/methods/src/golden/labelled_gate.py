"""Vectors of `reasc`'s calibration on labels as the public code of arXiv 2601.02970 has it: scikit-learn's precision at every
threshold, the lowest that reaches the target or else the best, and the mean confidence of right answers where that is
larger; NumPy's mean and standard deviation of all. `python labelled_gate.py > labelled-gate.jsonl`"""
import json
import random

import numpy as np
from sklearn.metrics import precision_recall_curve

SHAPES = [
    (0.7, (0.9, 0.03), (0.8, 0.06)),
    (0.97, (0.9, 0.03), (0.85, 0.05)),
    (0.4, (0.6, 0.1), (0.5, 0.1)),
    (0.5, (0.31, 0.02), (0.3, 0.02)),
    (0.15, (0.7, 0.1), (0.69, 0.1)),
    (0.8, (0.995, 0.004), (0.9, 0.1)),
]


def drawn(rng, count, share, right, wrong):
    labels = [rng.random() < share for _ in range(count)]
    # Three digits, so that some are equal.
    return [round(min(max(rng.gauss(*(right if label else wrong)), 0.001), 0.999), 3) for label in labels], labels


def calibrated(confidences, labels, target):
    scores, truth = np.array(confidences), np.array(labels)
    precision, _, thresholds = precision_recall_curve(truth, scores)
    # The curve begins at the lowest confidence of all; its last point has no threshold.
    precision = precision[:-1]
    reaching = np.flatnonzero(precision >= target)
    lowest = thresholds[reaching[0] if len(reaching) else int(np.argmax(precision))]
    gate = max(lowest, scores[truth].mean())
    taken = scores >= gate
    return {
        "gate": float(gate),
        "mean": float(scores.mean()),
        "spread": float(scores.std()),
        "taken": int(taken.sum()),
        "right": int(truth[taken].sum()),
    }


rng = random.Random(128)
for at in range(24):
    confidences, labels = drawn(rng, rng.choice([40, 128, 300]), *SHAPES[at % len(SHAPES)])
    target = rng.choice([0.6, 0.8, 0.9, 0.95])
    expect = calibrated(confidences, labels, target)
    print(json.dumps({"confidences": confidences, "labels": labels, "target": target, "expect": expect}))
