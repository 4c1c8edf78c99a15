"""Vectors of self-certainty, by its definition in decimals of 60 digits: run it in this folder, with any Python 3.

Sum of u ln(u / p) over the listed tokens, u = 1/k, p as listed; then 1 - exp(-mean over the tokens).
"""

import json
import random
from decimal import Decimal, getcontext

getcontext().prec = 60
TOP = 20
LEAST = Decimal("1e-9")


def token(logprobs):
    powers = sorted((Decimal(0) if each is None else Decimal(each).exp() for each in logprobs), reverse=True)[:TOP]
    if len(powers) < 2:
        return None
    kept = [max(power, LEAST) for power in powers]
    u = Decimal(1) / len(kept)
    return max(Decimal(0), sum(u * (u / each).ln() for each in kept))


def main():
    chance = random.Random(18581)
    cases = [[[-0.5, -1.0]], [[-1.0, -1.0, -1.0]], [[0.0, None]], [[-0.01] + [-7.0] * 19 + [-30.0]], [[-0.2]], []]
    for _ in range(30):
        size = chance.choice([2, 5, 20, 21])
        cases.append([[-chance.expovariate(chance.choice([0.1, 1.0])) for _ in range(size)] for _ in range(chance.randint(1, 12))])
    with open("self-certainty.jsonl", "w") as out:
        for tokens in cases:
            each = [token(logprobs) for logprobs in tokens]
            known = bool(each) and None not in each
            raw = float(1 - (-sum(each) / len(each)).exp()) if known else None
            out.write(json.dumps({"tokens": tokens, "certainties": [None if c is None else float(c) for c in each], "raw": raw}) + "\n")


main()
