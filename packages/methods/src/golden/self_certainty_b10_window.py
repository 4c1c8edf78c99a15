"""Vectors of the lowest tenth of windows of self-certainty, by NumPy: run it in this folder.

Certainties are KL(even || q) summed over q's own support; windows are NumPy's sliding view of them; the lowest tenth of the
windows' means, rounded down, one at least, as a share of ln 1e9.
"""

import json

import numpy as np

WINDOW = 128
LEAST = 1e-9


def certainty(logprobs):
    powers = np.sort(np.exp(np.array(logprobs, dtype=np.longdouble)))[::-1][:20]
    kept = np.maximum(powers / powers[0], LEAST)
    q = kept / kept.sum()
    even = np.full(len(q), np.longdouble(1) / len(q))
    return float(np.sum(even * np.log(even / q)))


def lowest(certainties, window):
    if len(certainties) < window:
        return float(np.mean(certainties))
    means = np.lib.stride_tricks.sliding_window_view(np.array(certainties), window).mean(axis=1)
    count = max(1, int(np.floor(0.1 * len(means) + 1e-9)))
    return float(np.partition(means, count - 1)[:count].mean())


def main():
    chance = np.random.default_rng(2601)
    with open("self-certainty-b10-window.jsonl", "w") as out:
        for length, window in [(1, None), (60, None), (128, None), (129, None), (200, None), (30, 4), (50, 1), (41, 40), (64, 16)]:
            # Runs of sure and unsure tokens, as traces have.
            sure = np.repeat(chance.uniform(0.2, 4, size=length // 7 + 1), 7)[:length]
            tokens = [[round(float(each), 4) for each in -chance.exponential(scale, size=4)] for scale in sure]
            each = [certainty(logprobs) for logprobs in tokens]
            raw = lowest(each, WINDOW if window is None else window) / np.log(1e9)
            out.write(json.dumps({"tokens": tokens, "window": window, "raw": float(raw)}) + "\n")


main()
