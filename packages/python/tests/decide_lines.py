"""Answers lines of JSON as the command ``cges decide`` does, for tests that compare the two."""

import json
import sys

import cges
from cges.methods.branches import PROBING


def answer(line):
    if "parse" in line:
        return {"key": cges.parse_method(line["parse"]).key, "label": cges.parse_method(line["parse"]).label}
    if "questions" in line:
        streams = [[each["answer"] for each in one["samples"]] for one in line["questions"]]
        method = cges.parse_method(line["method"], min(map(len, streams)))
        return {"questions": [told(each) for each in cges.decide_set(method, streams)]}
    answers = [each["answer"] for each in line["samples"]]
    confidences = [each.get("confidence") for each in line["samples"]]
    traces = [each.get("tokenConfidences") for each in line["samples"]]
    if cges.parse_method(line["method"]).name in PROBING:
        partials = [[tuple(probe.values()) for probe in each.get("partials") or ()] for each in line["samples"]]
        tokens = [each.get("tokens", len(each["tokenConfidences"])) for each in line["samples"]]
        return told(cges.decide(line["method"], answers, partials=partials, tokens=tokens, final=True))
    return told(cges.decide(line["method"], answers, confidences, token_confidences=traces, final=True))


def told(decision):
    return {name: getattr(decision, name) for name in ("calls", "answer", "reason", "score")}


for text in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(text))))
    except ValueError as problem:
        print(json.dumps({"problem": getattr(problem, "problem", str(problem))}))
