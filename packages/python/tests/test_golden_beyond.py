"""The newer rules and the confidences, held to the golden vectors."""

import dataclasses
import math
import unittest

from golden import document, lines

import cges
from cges.methods.certified import certify_threshold, disagreement_p
from cges.methods.confidence import token_signals
from cges.methods.decide import votes_of
from cges.methods.mathematics import clamp_confidence, logit, majority_evidence, vote_regret
from cges.methods.tracing import group_minima, tokens_charged


class Beyond(unittest.TestCase):
    def follow(self, fields, answers, expected, confidences=None, scores=(), digits=9):
        """The decision on all samples, and the score after each."""
        decision = cges.decide(fields, answers, confidences)
        self.assertTrue(decision.stopped)
        found = {"calls": decision.calls, "answer": decision.answer, "reason": decision.reason}
        self.assertEqual(found, {name: expected[name] for name in found})
        for at, score in enumerate(scores, start=1):
            sofar = cges.decide(fields, answers[:at], None if confidences is None else confidences[:at])
            if score is None:
                self.assertIsNone(sofar.score)
            else:
                self.assertAlmostEqual(sofar.score, score, delta=10**-digits)
        return decision

    def test_our_own_rules(self):
        seen = 0
        for case in lines("beyond.jsonl"):
            if case["method"] not in ("voi", "majority"):
                continue
            seen += 1
            answers, expected = case.pop("answers"), case.pop("expect")
            is_voi = case["method"] == "voi"
            turned = [None if s is None else 1 - s if is_voi else 1 - min(1, 1 / s) for s in expected["scores"]]
            with self.subTest(seen):
                self.follow(case, answers, expected, scores=turned)
        self.assertGreater(seen, 50)

    def test_recalibrated_cges(self):
        for case in lines("beyond.jsonl"):
            if case["method"] != "cges-affine":
                continue
            fields = {"method": "cges", "confidence": "lns-arith", "gamma": case["gamma"], "budget": case["budget"]}
            fields["map"] = [case["a"], case["b"]]
            answers, confidences = (list(each) for each in zip(*case["samples"]))
            self.follow(fields, answers, case["expect"], confidences)
            for at, log_odds in enumerate(case["expect"]["logOdds"], start=1):
                score = cges.decide(fields, answers[:at], confidences[:at]).score
                if log_odds is None or score is None:
                    self.assertEqual(score, log_odds)
                elif score < 1 - 1e-9:
                    self.assertAlmostEqual(logit(score), log_odds, places=5)

    def test_certified_thresholds_and_tables(self):
        for case in lines("beyond.jsonl"):
            if case["method"] == "certify":
                alpha, delta, n = case["alpha"], case["delta"], case["n"]
                self.assertEqual(certify_threshold(case["disagreements"], n, alpha, delta), case["expect"]["index"])
                for count, p in zip(case["disagreements"], case["expect"]["p"]):
                    self.assertAlmostEqual(disagreement_p(count, n, alpha), p, delta=1e-10)
            if case["method"] == "table":
                for key, value in case["regret"].items():
                    self.assertAlmostEqual(vote_regret(*map(int, key.split(","))) / value, 1, delta=1e-9)
                for key, value in case["evalue"].items():
                    evidence = math.exp(majority_evidence(*map(int, key.split(","))))
                    self.assertAlmostEqual(evidence / value, 1, delta=1e-9)

    def test_rules_of_others(self):
        names = set()
        files = ("literature.jsonl", "cite-weighted.jsonl", "beacon.jsonl", "bayes.jsonl", "bayes-shapes.jsonl")
        for at, case in enumerate(each for name in files for each in lines(name)):
            with self.subTest(f"{at} {case['spec']['method']}"):
                names.add(case["spec"]["method"])
                expected, digits = case["expect"], case.get("digits", 9)
                scores, confidences = expected.get("scores", ()), case.get("confidences")
                decision = self.follow(case["spec"], case["answers"], expected, confidences, scores, digits)
                if "score" in expected:
                    self.assertAlmostEqual(decision.score, expected["score"], delta=1e-10)
        known = {"mmc", "cite", "doubling", "reasc", "cisc", "cite-weighted", "beacon", "bayes", "bayes-shapes"}
        self.assertEqual(names, known)

    def test_deepconf(self):
        ended = 0
        for at, case in enumerate(lines("deepconf.jsonl")):
            answers = [each["answer"] for each in case["samples"]]
            traces = [each["tokenConfidences"] for each in case["samples"]]
            expected, method = case["expect"], cges.parse_method(case["spec"])
            with self.subTest(at):
                decision = cges.decide(method, answers, token_confidences=traces)
                found = {"calls": decision.calls, "answer": decision.answer, "reason": decision.reason}
                self.assertEqual(found, {name: expected[name] for name in found})
                self.assertAlmostEqual(decision.score or 0, expected["score"] or 0, delta=1e-12)
                charged = sum(tokens_charged(method, votes_of(method, answers, None, traces)[: decision.calls]))
                self.assertEqual(charged, expected["tokens"])
                ended += charged < sum(map(len, traces[: decision.calls]))
                for drawn in range(decision.calls):
                    early = cges.decide(method, answers[:drawn], token_confidences=traces[:drawn])
                    until = max(drawn + 1, min(method["warmUps"], method.budget))
                    self.assertEqual((early.stopped, early.until), (False, until))
        self.assertGreater(ended, 3)

    def test_partials(self):
        names = set()
        for at, case in enumerate(lines("partials.jsonl")):
            answers = [each["answer"] for each in case["samples"]]
            tokens = [each["tokens"] for each in case["samples"]]
            partials = [[tuple(probe.values()) for probe in each["partials"]] for each in case["samples"]]
            expected, method = case["expect"], cges.parse_method(case["spec"])
            names.add(method.name)
            with self.subTest(at):
                decision = cges.decide(method, answers, partials=partials, tokens=tokens)
                self.assertTrue(decision.stopped)
                question = cges.Question("q", answers, tokens=tokens, partials=partials)
                (row,) = cges.verdicts([question], [method])
                self.assertEqual({name: row[name] for name in ("calls", "answer", "reason", "tokens")},
                                 {name: expected[name] for name in ("calls", "answer", "reason", "tokens")})
                self.assertEqual(row["probe_tokens"], expected["probeTokens"])
                self.assertAlmostEqual(decision.score or 0, expected["score"] or 0, delta=1e-12)
                early = cges.decide(method, answers[:2], partials=partials[:2], tokens=tokens[:2])
                self.assertEqual((early.stopped, early.until), (False, method.budget))
        self.assertEqual(names, {"parallel-probe", "margin-retained"})

    def test_partials_are_needed(self):
        bare = cges.Question("q", ["A", "B"], tokens=[2, 2])
        with self.assertRaisesRegex(ValueError, "reads partial answers and token counts, which question q"):
            cges.verdicts([bare], ["sc@2", "parallel-probe@2"])
        known = dataclasses.replace(bare, partials=[[(1, "B")], []])
        rows = cges.replay([known], ["sc@2", "parallel-probe:stable=1,warmUpProbes=0@2"], in_order=True)
        self.assertEqual([(row["tokens"], row["probe_tokens"]) for row in rows], [(4, None), (3, None)])
        with self.assertRaisesRegex(cges.MethodError, "give partials="):
            cges.decide("margin-retained@2", ["A", "B"])
        with self.assertRaisesRegex(ValueError, "2 answers need as many partials, not 1"):
            cges.decide("parallel-probe@2", ["A", "B"], partials=[[]])

    def test_traces(self):
        even = cges.trace_confidences([[math.log(0.5), math.log(0.5), *[-1000.0] * 20], [0.1, -2.0]])
        self.assertAlmostEqual(even[0], (2 * math.log(2) + 18 * 100) / 20, delta=1e-12)
        self.assertEqual(even[1], 1.0)
        self.assertEqual(group_minima([], 4), [])
        self.assertEqual(group_minima([3, 1], 4), [(2, 2.0)])
        with self.assertRaisesRegex(ValueError, "sample 2 has an answer but no confidence of its tokens"):
            cges.decide("deepconf:keep=0.5,warmUps=2@2", ["A", "B"], token_confidences=[[1.0], None])

    def test_replays_deepconf(self):
        question = cges.Question("q", ["A", "B", "A"], [True, False, True], tokens=[2, 2, 9])
        question = dataclasses.replace(question, token_confidences=[[4, 4], [4, 4], [1] * 9])
        (row,) = cges.verdicts([question], ["deepconf:keep=0.5,warmUps=2,window=2,threshold=0.9@3"])
        self.assertEqual((row["calls"], row["answer"], row["tokens"], row["sequential"]), (3, "A", 6, 4))

    def test_totals(self):
        for at, case in enumerate(lines("totals.jsonl")):
            with self.subTest(at):
                decisions = cges.decide_set(case["spec"], case["questions"])
                found = [{"calls": d.calls, "answer": d.answer, "reason": d.reason} for d in decisions]
                self.assertEqual(found, case["expect"])

    def test_confidences(self):
        names = {"lns-arith": "lnsArith", "lns-geom": "lnsGeom", "deepconf-b10": "b10Token"}
        names |= {"deepconf-tail": "tailToken", "deepconf-b10-window": "b10Window"}
        names |= {"deepconf-tail-window": "tailWindow"}
        for case in document("methods.json")["signals"]:
            found = token_signals([float(each) for each in case["logprobs"]], window=case["window"])
            with self.subTest(case["name"]):
                if case["expected"] is None or found is None:
                    self.assertEqual(found, case["expected"])
                    continue
                for name, key in names.items():
                    self.assertAlmostEqual(found[name], case["expected"][key]["raw"], delta=1e-12)
                    kept = clamp_confidence(found[name])
                    self.assertAlmostEqual(kept, case["expected"][key]["confidence"], delta=1e-12)

    def test_self_certainty(self):
        for case in lines("self-certainty.jsonl"):
            tokens = [[-math.inf if one is None else one for one in each] for each in case["tokens"]]
            found = cges.self_certainty(tokens)
            if case["raw"] is None:
                self.assertIsNone(found)
            else:
                self.assertAlmostEqual(found, clamp_confidence(case["raw"]), delta=1e-12)

    def test_self_certainty_b10_window(self):
        for case in lines("self-certainty-b10-window.jsonl"):
            given = {} if case["window"] is None else {"window": case["window"]}
            found = cges.self_certainty_b10_window(case["tokens"], **given)
            self.assertAlmostEqual(found, clamp_confidence(case["raw"]), delta=1e-12)
        self.assertIsNone(cges.self_certainty_b10_window([[-1.0]]))
        self.assertIsNone(cges.self_certainty_b10_window([]))

    def test_mars_and_rewards(self):
        golden = document("methods.json")
        for case in golden["mars"]:
            found = cges.mars_confidence(case["tokens"], case["logprobs"], case["importance"])
            self.assertAlmostEqual(found, case["expected"]["confidence"], delta=1e-12)
        for case in golden["prmAggregation"]:
            for how, value in case["expected"].items():
                if how in ("last", "product", "min", "mean", "geomean"):
                    raw = value["raw"] if isinstance(value, dict) else value
                    found = cges.reward_confidence(case["steps"], how)
                    self.assertAlmostEqual(found, clamp_confidence(raw), delta=1e-12)


if __name__ == "__main__":
    unittest.main()
