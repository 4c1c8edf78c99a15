"""Vectors of `deepconf`, by another road than the product's: every group summed by itself in exact rationals, the bar by numpy's
percentile, each trace ended by walking through its groups. `python deepconf.py > deepconf.jsonl`."""
import json
import random
from fractions import Fraction
from math import floor

import numpy as np


def groups(confidences, window):
    """(tokens so far, confidence in hundredths) of every full window; of a shorter trace, of all of it."""
    exact = [Fraction(str(each)) for each in confidences]
    size = min(window, len(exact))
    means = [(end, sum(exact[end - size:end]) / size) for end in range(size, len(exact) + 1)] if size else []
    assert all(abs(100 * mean - round(100 * mean)) > 1e-6 for _, mean in means), "too near a step to tell"
    return [(end, floor(100 * mean) / 100) for end, mean in means]


def run(spec, samples):
    warm, budget = min(spec["warmUps"], spec["budget"]), spec["budget"]
    traces = [groups(each["tokenConfidences"], spec["window"]) for each in samples]
    bar = np.percentile([min(mean for _, mean in trace) for trace in traces[:warm]], 100 * (1 - spec["keep"]))
    tokens, weights = 0, {}
    for at, (sample, trace) in enumerate(zip(samples, traces)):
        ended = next((end for end, mean in trace if mean < bar), None)
        tokens += len(sample["tokenConfidences"]) if at < warm or ended is None else ended
        if ended is None and sample["answer"] is not None:
            answer = sample["answer"]
            weights[answer] = weights.get(answer, 0) + min(mean for _, mean in trace)
        if at + 1 < warm:
            continue
        leader = max(weights, key=weights.get) if weights else None
        score = weights[leader] / sum(weights.values()) if weights else None
        settled = score is not None and score >= spec["threshold"]
        if settled or at + 1 == budget:
            reason = "threshold" if settled else "budget"
            return dict(calls=at + 1, answer=leader, reason=reason, score=score, tokens=tokens)


def trace(rng, length, level):
    dips = [rng.gauss(0, 1.5) for _ in range(length)]
    return [round(max(0.5, level + dip), 6) for dip in dips]


def main():
    rng = random.Random(16)
    for case in range(14):
        spec = dict(
            method="deepconf",
            keep=[0.1, 0.9, 0.5, 0.3][case % 4],
            threshold=[0.95, 0.8, 0.7][case % 3],
            warmUps=[4, 8, 5, 16][case % 4],
            window=[4, 7, 3][case % 3],
            budget=24 if case != 7 else 6,
        )
        sure = [0.4, 0.75, 0.55][case % 3]
        samples = []
        for _ in range(24):
            right = rng.random() < sure
            answer = "A" if right else rng.choice(["B", "B", "C", None])
            samples.append(dict(answer=answer, tokenConfidences=trace(rng, rng.randint(2, 16), 13.2 if right else 13)))
        print(json.dumps(dict(spec=spec, samples=samples, expect=run(spec, samples))))


main()
