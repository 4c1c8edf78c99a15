"""Runs of the real Inspect AI through our hooks, on the model server in MODEL_SERVER."""

import importlib.util
import json
import os
import tempfile
import unittest

import golden  # noqa: F401

import cges

READY = importlib.util.find_spec("inspect_ai") is not None and "MODEL_SERVER" in os.environ
EPOCHS = 8
METHOD = "asc-beta:threshold=0.9@8"
CGES = "cges:confidence=lns-arith,gamma=0.95@8"


@unittest.skipUnless(READY, "needs inspect_ai, and MODEL_SERVER")
class OfInspect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.environ |= {"SIM_BASE_URL": f"{os.environ['MODEL_SERVER']}/v1", "SIM_API_KEY": "none"}
        with open(os.environ["QUESTIONS"], encoding="utf-8") as lines:
            cls.rows = [json.loads(line) for line in lines]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_task(self, reducers, **fields):
        from inspect_ai import Epochs, Task, eval
        from inspect_ai.dataset import MemoryDataset, Sample
        from inspect_ai.scorer import pattern
        from inspect_ai.solver import generate, prompt_template

        from cges.inspect import recorded

        asked = "{prompt}\n\nThink step by step, and put your final answer in \\boxed{{}}."
        samples = [Sample(id=row["id"], input=row["question"], target=row["answer"]) for row in self.rows]
        task = Task(
            dataset=MemoryDataset(samples),
            solver=[prompt_template(asked), generate()],
            scorer=recorded(pattern(r"boxed\{([^}]*)\}")),
            epochs=Epochs(EPOCHS, reducers),
            **fields,
        )
        how = {"temperature": 0.7, "logprobs": True, "display": "none", "log_dir": self.folder.name}
        (log,) = eval(task, model="openai-api/sim/sim", **how)
        self.assertEqual(log.status, "success")
        return log

    def test_votes_as_we_do(self):
        from cges.inspect import decided, plurality

        log = self.run_task([plurality(), decided(CGES)])
        questions = cges.read_log(log.location)
        self.assertTrue(cges.check_log(log.location).ok, cges.check_log(log.location))
        sc, early = cges.replay(questions, [f"sc@{EPOCHS}", CGES], in_order=True)
        accuracies = {each.reducer: each.metrics["accuracy"].value for each in log.results.scores}
        self.assertAlmostEqual(accuracies["cges_plurality"], sc["accuracy"])
        self.assertAlmostEqual(accuracies["cges_decided"], early["accuracy"])
        self.assertLess(early["calls"], EPOCHS)
        self.assertTrue(all("lns-arith" in each.confidences[0] for each in questions))

    def test_stops_epochs_where_the_method_does(self):
        from cges.inspect import RuleStopping, decided

        stopping = RuleStopping(METHOD, patience=60)
        log = self.run_task([decided(METHOD)], early_stopping=stopping)
        summary = log.results.early_stopping.metadata
        self.assertEqual(summary["run"], summary["charged"])
        self.assertLess(summary["run"], EPOCHS * len(self.rows))
        self.assertEqual(len(log.samples), summary["run"])
        with self.assertWarnsRegex(UserWarning, f"the rule {METHOD} ended .* of {EPOCHS} planned"):
            questions = cges.read_log(log.location)
        for question in questions:
            decision = stopping.decision(question.id)
            self.assertTrue(decision.stopped)
            self.assertEqual(decision.calls, len(question.answers))
        told = log.results.early_stopping.early_stops[0].metadata["cges"]
        self.assertEqual(told["method"], METHOD)

    def test_needs_no_waiting(self):
        from cges.inspect import RuleStopping, decided

        log = self.run_task([decided(METHOD)], early_stopping=RuleStopping(METHOD), max_samples=8)
        summary = log.results.early_stopping.metadata
        self.assertEqual(summary["decided"], len(self.rows))
        self.assertGreaterEqual(summary["run"], summary["charged"])


if __name__ == "__main__":
    unittest.main()
