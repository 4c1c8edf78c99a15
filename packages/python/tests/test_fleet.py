"""The client beside a real fleet, whose API is in CGES_API; its pool is ``test``, its benchmark ``demo``."""

import io
import os
import unittest

import golden  # noqa: F401

import cges
from cges.figures import figures_of, metric_name

SPEC = {"benchmark": "demo", "pool": "test", "questions": 60, "seed": 5}
SPEC["methods"] = ["sc@8", "esc:window=2@8", "cges:confidence=lns-arith,gamma=0.99@8"]

def other_of(samples):
    """The posterior of all answers not seen: OTHER's log-odds are 0 where an answer's are n · ln d + Σ logit C."""
    voting = [row for row in samples if row["answer_class"] is not None]
    answers = {row["answer_class"] for row in voting}
    weights = {answer: 1.0 for answer in answers}
    for row in voting:
        confidence = row["signals"]["lns-arith"]
        weights[row["answer_class"]] *= len(answers) * confidence / (1 - confidence)
    return 1 / (1 + sum(weights.values()))

@unittest.skipUnless("CGES_API" in os.environ, "needs CGES_API")
class OfAFleet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = cges.Fleet()
        cls.out = io.StringIO()
        cls.evaluation = cls.fleet.evaluate(SPEC, name="from Python", idempotency_key="one-of-these").watch(cls.out)

    def test_is_watched_to_its_end(self):
        self.assertEqual(self.evaluation.status, "done")
        lines = self.out.getvalue().splitlines()
        self.assertIn("(simulated answers) · done · 60/60 questions finished", lines[-1])
        self.assertTrue(all("will end between" in line or "finished" in line for line in lines))

    def test_is_one_evaluation_however_often_sent(self):
        again = self.fleet.evaluate(SPEC, name="from Python", idempotency_key="one-of-these")
        self.assertEqual(again.id, self.evaluation.id)
        self.assertIn(again.id, [row["id"] for row in self.fleet.evaluations(benchmark="demo")])

    def test_gives_verdicts_that_python_decides_alike(self):
        verdicts, samples = self.evaluation.verdicts(), self.evaluation.samples()
        self.assertEqual(len(verdicts), 180)
        drawn = {}
        for row in samples:
            drawn.setdefault(row["question_id"], []).append(row)
        for verdict in verdicts:
            rows = sorted(drawn[verdict["question_id"]], key=lambda row: row["sample_index"])
            answers = [row["answer_class"] for row in rows]
            confidences = [row["signals"] for row in rows]
            decision = cges.decide(verdict["method"], answers, confidences)
            self.assertTrue(decision.stopped)
            found = (decision.calls, decision.answer, decision.reason)
            self.assertEqual(found, (verdict["calls"], verdict["answer"], verdict["reason"]))
            charged = rows[: decision.calls]
            self.assertEqual(verdict["tokens"], sum(row["completion_tokens"] for row in charged))
            self.assertEqual(verdict["other_score"] is None, not verdict["method"].startswith("cges"))
            if verdict["other_score"] is not None:
                self.assertAlmostEqual(verdict["other_score"], other_of(charged), places=9)

    def test_pages_through_questions(self):
        rows = list(self.evaluation.questions())
        self.assertEqual([row["position"] for row in rows], list(range(60)))
        self.assertEqual(len(list(self.evaluation.questions(most=53))), 53)

    def test_reads_no_more_rows_than_asked(self):
        with self.assertRaisesRegex(cges.FleetError, "more than 100 rows"):
            self.evaluation.verdicts(most=100)

    def test_says_what_is_wrong_with_a_field(self):
        with self.assertRaisesRegex(cges.FleetError, "method"):
            self.fleet.evaluate(SPEC, methods=["esc:window=0@8"])
        with self.assertRaises(cges.FleetError) as caught:
            self.fleet.evaluation("none")
        self.assertIn(caught.exception.status, (400, 404))

    def test_is_judged(self):
        curves = self.evaluation.statistics()["final"]["curves"]
        self.assertEqual([curve["key"] for curve in curves], [each["key"] for each in self.evaluation.view["methods"]])

    def test_is_laid_out_for_trackers(self):
        figures = figures_of(self.evaluation)
        methods = self.evaluation.view["methods"]
        for method in methods:
            label = metric_name(method["label"])
            self.assertEqual(figures.metrics[f"accuracy/{label}"], method["accuracy"]["value"])
            self.assertEqual(figures.metrics[f"calls/{label}"], method["calls"])
            self.assertEqual(figures.metrics[f"tokens/{label}"], method["tokens"])
            own = [each for each in figures.curves if each["method"] == method["key"]]
            self.assertIn((method["calls"], method["accuracy"]["value"]), [(at["calls"], at["accuracy"]) for at in own])
        self.assertEqual(figures.settings["digest"], self.evaluation.view["digest"])
        self.assertTrue(figures.settings["simulated"])

if __name__ == "__main__":
    unittest.main()
