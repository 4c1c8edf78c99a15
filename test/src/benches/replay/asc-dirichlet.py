"""Adaptive consistency's Dirichlet criterion by Monte Carlo, as published (arXiv 2305.11860): 10,000 points a decision.

Reads a JSON list of vote counts, writes {"rate": decisions a CPU second, "values": probability that the leader leads}.
"""

import json
import sys
import time

import numpy as np
from scipy.special import betainc, gammaln

POINTS = 10_000
COMPARED = 5


def leads(counts, random):
    """P(p1 > every other) under Dir(counts + 1), of the five most frequent answers."""
    alpha = np.sort(np.asarray(counts, dtype=float))[::-1][:COMPARED] + 1
    if len(alpha) < 3:
        other = alpha[1] if len(alpha) > 1 else 1.0
        return 1 - betainc(alpha[0], other, 0.5)
    rivals = random.uniform(0, 0.5, (POINTS, len(alpha) - 1))
    first = 1 - rivals.sum(axis=1)
    inside = first > rivals.max(axis=1)
    shares = np.column_stack([first, rivals])[inside]
    density = np.exp(((alpha - 1) * np.log(shares)).sum(axis=1) + gammaln(alpha.sum()) - gammaln(alpha).sum())
    return density.sum() / POINTS * 0.5 ** (len(alpha) - 1)


def main():
    cases = json.load(sys.stdin)
    random = np.random.default_rng(1)
    began = time.process_time()
    values = [leads(counts, random) for counts in cases]
    spent = time.process_time() - began
    json.dump({"rate": len(cases) / spent, "values": values}, sys.stdout)


main()
