"""Votes over all samples of a question, by the library scorio: JSON lines in, one JSON object out, with whether each vote on each question is right. `python votes.py < halves`

A line is {"half": 0 or 1, "answers": [...], "scores": [...], "right": [...]}: one question with the answers it has. Half 0 teaches
what must be taught; half 1 is judged.
"""

import json
import sys

import numpy as np
from scorio import aggregate

TEMPERATURES = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]


def graded(questions, vote):
    """Whether the vote on each question is right."""
    return [bool(question["right"][vote(question)]) if question["answers"] else False for question in questions]


def accuracy(questions, vote):
    return float(np.mean(graded(questions, vote)))


def index_by(rule, **options):
    def vote(question):
        return rule(question["answers"], question["scores"], return_index=True, **options)[1]

    return vote


def plurality(question):
    return aggregate.majority_vote(question["answers"], return_index=True)[1]


def main():
    halves = [[], []]
    for line in sys.stdin:
        question = json.loads(line)
        halves[question["half"]].append(question)
    teach, decide = halves
    soft = {t: index_by(aggregate.softmax_weighted_vote, temperature=t) for t in TEMPERATURES}
    best = max(TEMPERATURES, key=lambda t: accuracy(teach, soft[t]))
    found = {
        "plurality": graded(decide, plurality),
        "CISC, T = 1": graded(decide, soft[1]),
        "CISC, T chosen": graded(decide, soft[best]),
        "Borda, p = 1": graded(decide, index_by(aggregate.rank_weighted_vote, p=1.0)),
        "Borda, p = 2": graded(decide, index_by(aggregate.rank_weighted_vote, p=2.0)),
        "majority of the bests": graded(decide, index_by(aggregate.majority_of_the_bests)),
        "the surest": graded(decide, index_by(aggregate.best_of_n)),
    }
    scores = [score for question in teach for score in question["scores"]]
    labels = [right for question in teach for right in question["right"]]
    calibration = aggregate.fit_kde_vote_calibration(scores, labels)
    found["KDE vote"] = graded(decide, index_by(aggregate.kde_weighted_vote, calibration=calibration))
    print(json.dumps({"questions": len(decide), "votes": found}))


main()
