"""The client beside a real fleet, whose API is in CGES_API; its pool is ``test``, its benchmark ``demo``."""

import io
import os
import unittest

import golden  # noqa: F401

import cges

SPEC = {"benchmark": "demo", "pool": "test", "questions": 60, "seed": 5}
SPEC["methods"] = ["sc@8", "esc:window=2@8", "cges:confidence=lns-arith,gamma=0.99@8"]


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
        self.assertIn("(simulated answers) · done · 60/60 closed", lines[-1])
        self.assertTrue(all("will end between" in line or "closed" in line for line in lines))

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
        self.assertIn("curves", str(self.evaluation.statistics()))


if __name__ == "__main__":
    unittest.main()
