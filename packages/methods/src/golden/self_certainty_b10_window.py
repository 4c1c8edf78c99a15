"""Vectors of the lowest tenth of windows of self-certainty, by NumPy: run it in this folder.

What the public code of arXiv 2601.02970 computes: at each token the mean of -ln(k p) over the k likeliest, as listed; one
window from every token on, shorter at the end; the mean of the lowest tenth of the windows' means, rounded down, one at
least. Then as a share of ln 1e9.
"""

import json

import numpy as np

WINDOW = 128
LEAST = 1e-9


def certainty(logprobs):
    listed = np.sort(np.array(logprobs, dtype=np.longdouble))[::-1][:20]
    return float(max(np.longdouble(0), -np.mean(np.log(len(listed)) + np.maximum(listed, np.log(np.longdouble(LEAST))))))


def lowest(certainties, window):
    means = [np.mean(np.array(certainties[at : at + window])) for at in range(len(certainties))]
    count = max(1, len(means) // 10)
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
