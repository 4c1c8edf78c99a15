"""The rules of the papers, held to the golden vectors."""

import unittest

from golden import document

import cges
from cges.methods.decide import SET_RULES, TRIAL_RULES
from cges.methods.mathematics import beta_probability, clamp_confidence, dirichlet_probability, logit
from cges.methods.weighing import Evidence, posterior

GOLDEN = document("methods.json")


class Papers(unittest.TestCase):
    def test_has_every_rule(self):
        ported = {*TRIAL_RULES, *SET_RULES}
        missing = sorted(set(cges.rules()) - ported)
        self.assertEqual(missing, [], "rules that cges/methods/decide.py does not list, for want of a port to Python")
        self.assertEqual(ported, set(cges.rules()))

    def expect(self, decision, expected):
        self.assertTrue(decision.stopped)
        self.assertEqual((decision.calls, decision.answer), (expected["calls"], expected["answer"]))
        self.assertEqual(decision.reason, expected.get("reason", decision.reason))

    def traces(self, name):
        """A stream shorter than its budget ends there."""
        for at, trace in enumerate(GOLDEN[name]):
            with self.subTest(f"{name} {at}"):
                yield trace, min(trace["budget"], len(trace["answers"]))

    def test_sc(self):
        for trace, budget in self.traces("scTraces"):
            self.expect(cges.decide(f"sc@{budget}", trace["answers"]), trace["expected"])

    def test_esc(self):
        for trace, budget in self.traces("escTraces"):
            method = f"esc:window={trace['window']},answerFrom={trace['answerFrom']}@{budget}"
            self.expect(cges.decide(method, trace["answers"]), trace["expected"])

    def test_asc(self):
        for trace, budget in self.traces("ascTraces"):
            name = {"beta": "asc-beta", "dir": "asc-dirichlet"}[trace["kind"]]
            decision = cges.decide(f"{name}:threshold={trace['threshold']}@{budget}", trace["answers"])
            self.expect(decision, trace["expected"])
            if trace["expected"]["prob"] is not None:
                self.assertAlmostEqual(decision.score, trace["expected"]["prob"], delta=1e-12)

    def test_cges(self):
        for trace, _ in self.traces("cgesTraces"):
            fields = {"method": "cges", "confidence": "lns-arith", "support": support_of(trace)}
            fields |= {name: trace[name] for name in ("gamma", "minSamples", "otherStops", "budget")}
            answers, confidences, expected = trace["answers"], trace["confidences"], trace["expected"]
            self.expect(cges.decide(fields, answers, confidences), expected)
            for at, score in enumerate(expected["topScores"], start=1):
                decision = cges.decide(fields, answers[:at], confidences[:at])
                self.assertEqual(decision.stopped, at >= expected["calls"])
                if score is None:
                    self.assertIsNone(decision.score)
                else:
                    self.assertAlmostEqual(decision.score / score, 1, delta=1e-10)

    def test_cges_over_a_grid(self):
        for trace, _ in self.traces("gammaSweeps"):
            method = f"cges:confidence=lns-arith,gamma=0.5@{trace['budget']}"
            values = {"gamma": trace["grid"]}
            decisions = cges.sweep(method, trace["answers"], trace["confidences"], values=values)
            self.assertEqual([each.calls for each in decisions], trace["expected"]["calls"])
            self.assertEqual([each.answer for each in decisions], trace["expected"]["answers"])

    def test_cges_of_one_answer(self):
        for case in GOLDEN["unanimousStop"]:
            length = (case["calls"] or 63) + 1
            method = f"cges:confidence=lns-arith,gamma={case['gamma']}@1024"
            decision = cges.decide(method, ["A"] * length, [case["c"]] * length)
            self.assertEqual(decision.calls if decision.stopped else None, case["calls"])

    def test_posteriors(self):
        for case in GOLDEN["cgesScores"]:
            evidence = {}
            for answer, confidence in zip(case["answers"], case["confidences"]):
                if answer is not None:
                    kept = evidence.setdefault(answer, Evidence())
                    kept.count += 1
                    kept.log_odds += logit(clamp_confidence(confidence, case["clamp"]))
            found, expected = posterior(evidence, case["support"].get("K")), case["expected"]
            with self.subTest(case["name"]):
                self.assertEqual((found.top, found.unseen), (expected["answer"], expected["unseenCandidates"]))
                self.assertEqual(list(found.scores), [each["answer"] for each in expected["candidates"]])
                for each in expected["candidates"]:
                    self.assertAlmostEqual(found.scores[each["answer"]] / each["score"], 1, delta=1e-10)
                    self.assertAlmostEqual(found.logits[each["answer"]], each["logit"], delta=1e-10)
                if expected["topLogOdds"] is not None:
                    self.assertAlmostEqual(found.log_odds, expected["topLogOdds"], delta=1e-10)

    def test_probabilities(self):
        for case in GOLDEN["ascBeta"]:
            self.assertAlmostEqual(beta_probability(case["v1"], case["v2"]), case["prob"], delta=1e-14)
        for case in GOLDEN["ascDir"]:
            self.assertAlmostEqual(dirichlet_probability(case["counts"]), case["prob"], delta=1e-12)

    def test_dsc(self):
        names = {"preSample": "preSamples", "judgeWindow": "easyRun", "predictionWindow": "predictFrom"}
        names |= {"extendWindow": "extendBy"}
        for trace in GOLDEN["dscTraces"]:
            fields = {"method": "dsc", **{names.get(name, name): each for name, each in trace["params"].items()}}
            streams = [[None if one == "-" else one for one in trace["samples"][str(at)]] for at in trace["order"]]
            decisions = cges.decide_set(fields, streams)
            expected = {each["question"]: each for each in trace["expected"]["perQuestion"]}
            with self.subTest(trace["name"]):
                for question, decision in zip(trace["order"], decisions):
                    one = expected[question]
                    self.expect(decision, {"calls": one["calls"], "answer": one["answer"]})
                    self.assertEqual(decision.reason == "easy", one["part"] == "easy")
                self.assertEqual(sum(each.calls for each in decisions), trace["expected"]["totalCalls"])


def support_of(trace):
    fixed = trace["support"].get("K")
    return "dynamic" if fixed is None else {"fixed": fixed}


if __name__ == "__main__":
    unittest.main()
