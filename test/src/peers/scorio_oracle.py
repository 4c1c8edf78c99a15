"""What the library scorio decides on traces of votes: JSON lines in, JSON lines out. `python scorio_oracle.py < traces`

A line is {"rule", "budget", "parameters", "votes": [[answer, confidence], ...]}; the reply {"calls", "answer"}.
"""

import json
import sys

from scorio import aggregate


def plurality(answers):
    return aggregate.majority_vote(answers)


def by_test(stops):
    def rule(votes, budget, parameters):
        for calls in range(1, budget + 1):
            seen = votes[:calls]
            if stops(seen, calls, parameters):
                return calls, seen
        return budget, votes[:budget]

    return rule


def answers_of(votes):
    return [answer for answer, _ in votes]


def confidences_of(votes):
    return [confidence for _, confidence in votes]


ASC_BETA = by_test(lambda seen, _, p: aggregate.adaptive_consistency_stop(answers_of(seen), threshold=p["threshold"]))
ASC_DIRICHLET = by_test(
    lambda seen, _, p: aggregate.adaptive_consistency_dirichlet_stop(answers_of(seen), threshold=p["threshold"])
)
ESC = by_test(lambda seen, calls, p: calls % p["window"] == 0 and aggregate.esc_stop(answers_of(seen)[-p["window"] :]))
CGES = by_test(lambda seen, _, p: aggregate.cges_stop(answers_of(seen), confidences_of(seen), threshold=p["gamma"]))


def decide(rule, budget, parameters, votes):
    if rule == "sc":
        return budget, plurality(answers_of(votes[:budget]))
    if rule == "cisc":
        seen = votes[:budget]
        temperature = parameters["temperature"]
        return budget, aggregate.softmax_weighted_vote(answers_of(seen), confidences_of(seen), temperature=temperature)
    test = {"asc-beta": ASC_BETA, "asc-dirichlet": ASC_DIRICHLET, "esc": ESC, "cges": CGES}[rule]
    calls, seen = test(votes, budget, parameters)
    if rule == "cges":
        return calls, aggregate.cges_vote(answers_of(seen), confidences_of(seen))
    return calls, plurality(answers_of(seen))


def main():
    for line in sys.stdin:
        trace = json.loads(line)
        calls, answer = decide(trace["rule"], trace["budget"], trace["parameters"], trace["votes"])
        print(json.dumps({"calls": calls, "answer": answer}))


main()
