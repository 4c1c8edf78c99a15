"""Exports into the real Weights & Biases, MLflow and Hugging Face datasets, where they are installed."""

import importlib.util
import os
import tempfile
import time
import unittest
from pathlib import Path

import golden

import cges
from cges.figures import figures_of, metric_name
from cges.fleet.display import live_line

RECORDING = golden.VECTORS.parents[2] / "tiny-llama" / "recording.jsonl.gz"
METHODS = ["sc@16", "esc:window=4@16", "cges:confidence=lns-arith,gamma=0.99@16"]
QUESTIONS = cges.demo()[:40]
TABLE = cges.replay(QUESTIONS, METHODS)


def has(package):
    return unittest.skipUnless(importlib.util.find_spec(package), f"needs {package}")


def view(status="done"):
    """An evaluation as the API gives it, with the figures of the replay."""
    methods = [
        {
            "key": row["method"],
            "label": cges.parse_method(row["method"]).label,
            "interim": False,
            "accuracy": {"value": row["accuracy"], "low": 0.1, "high": 0.9},
            "calls": row["calls"],
            "savedAgainstSc": row["saved"],
            "tokens": 55.5,
            "resolved": 40,
            "blocked": 0,
            "unresolvedAfter": [1, 0.5, 0],
        }
        for row in TABLE
    ]
    about = {"id": "e1", "name": "a run", "status": status, "simulated": False, "seed": 3, "replicates": 1}
    about |= {"benchmark": {"name": "counter", "revision": "r"}, "pool": {"name": "p", "model": "m"}, "sampling": {}}
    return {**about, "digest": "d", "notComparable": None, "spent": {"calls": 640, "tokens": 9000}, "methods": methods}


def decided():
    """An evaluation that its ``until`` ended: estimates for all questions, no final figure."""
    live = {"value": 0.8, "low": 0.7, "high": 0.9, "n": 25, "calls": 4, "difference": None, "decided": True}
    trials = {"total": 60, "closed": 40, "blocked": 0}
    found = view("decided")
    methods = [
        {**method, "interim": True, "accuracy": None, "tokens": None, "live": live, "spec": {"budget": 16}}
        for method in found["methods"]
    ]
    return {**found, "methods": methods, "digest": None, "trials": trials}


class Exports(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.folder.cleanup)

    def test_tells_no_figure_before_the_end(self):
        with self.assertRaisesRegex(ValueError, "not final yet"):
            figures_of(view("running"))
        figures = figures_of(view())
        self.assertEqual(figures.metrics["calls/sc_16"], 16)
        self.assertEqual(figures.metrics["spent/tokens"], 9000)
        self.assertEqual(len(figures.metrics), 2 + 3 * 6)

    def test_names_estimates_of_a_decided_evaluation_apart(self):
        figures = figures_of(decided())
        self.assertEqual(figures.settings["status"], "decided")
        self.assertEqual(figures.metrics["decided_accuracy/sc_16"], 0.8)
        self.assertEqual(figures.metrics["decided_calls/esc:window_4_16"], 4)
        self.assertEqual(figures.metrics["decided_saved/esc:window_4_16"], 0.75)
        self.assertFalse([name for name in figures.metrics if name.startswith("accuracy")])
        self.assertEqual({row["kind"] for row in figures.methods}, {"decided"})
        self.assertEqual({row["kind"] for row in figures_of(view()).methods}, {"final"})

    def test_shows_what_a_decided_evaluation_found(self):
        line = live_line(decided())
        self.assertIn("sc@16 decided 80.0 %, between 70.0 % and 90.0 % for all questions, 4.00 calls", line)
        self.assertNotIn("so far", line)
        self.assertNotIn("will end", line)

    @has("matplotlib")
    def test_marks_a_plot_of_a_decided_evaluation(self):
        import matplotlib

        from cges.plots import accuracy_against_calls

        matplotlib.use("agg")
        axes = accuracy_against_calls(decided())
        self.assertIn("decided early, estimated", axes.get_title())
        self.assertIn("limits for all questions", axes.get_ylabel())
        self.assertIn("decided", axes.get_legend().get_texts()[0].get_text())

    @has("wandb")
    def test_weights_and_biases(self):
        import wandb

        from cges.wandb import log_run

        settings = wandb.Settings(mode="offline", silent=True)
        for source in (TABLE, view()):
            id = log_run(source, "cges", dir=self.folder.name, settings=settings)
            (run,) = Path(self.folder.name).rglob(f"run-{id}.wandb")
            end = time.monotonic() + 30
            kept = [b"accuracy/esc:window_4_16"]
            if source is not TABLE:
                kept += [b"tokens/esc:window_4_16", b"unresolved/sc_16"]
            while not all(each in run.read_bytes() for each in kept):
                self.assertLess(time.monotonic(), end, "the run's file stays without its figures")
                time.sleep(0.1)
            tables = [each.name for each in run.parent.rglob("*.table.json")]
            self.assertEqual(len(tables), 1, tables)

    @has("mlflow")
    def test_mlflow(self):
        from mlflow.tracking import MlflowClient

        from cges.mlflow import log_run

        # Beside a local store, files go into the folder that one is in.
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)
        uri = f"sqlite:///{self.folder.name}/mlflow.db"
        id = log_run(view(), "cges", tracking_uri=uri)
        run = MlflowClient(uri).get_run(id)
        self.assertEqual((run.info.status, run.info.run_name, run.data.params["digest"]), ("FINISHED", "a run", "d"))
        for row in TABLE:
            label = metric_name(cges.parse_method(row["method"]).label)
            self.assertAlmostEqual(run.data.metrics[f"accuracy/{label}"], row["accuracy"])
        history = MlflowClient(uri).get_metric_history(id, "unresolved/sc_16")
        self.assertEqual([(each.step, each.value) for each in history], [(0, 1), (1, 0.5), (2, 0)])
        self.assertNotEqual(log_run(TABLE, "cges", tracking_uri=uri), id)

    @has("datasets")
    def test_datasets_out_and_in(self):
        from datasets import load_from_disk

        from cges.datasets import benchmark_from, to_dataset, to_questions

        to_dataset(QUESTIONS).save_to_disk(f"{self.folder.name}/questions")
        again = to_questions(load_from_disk(f"{self.folder.name}/questions"))
        self.assertEqual(list(cges.replay(again, METHODS)), list(TABLE))
        self.assertEqual(again[0], QUESTIONS[0])
        out = to_dataset(cges.verdicts(QUESTIONS, METHODS))
        self.assertEqual((out.num_rows, out[0]["method"]), (120, "sc@16"))
        with self.assertRaisesRegex(ValueError, "no column answers"):
            to_questions(out.remove_columns("answer"))
        rows = to_dataset(cges.Table([{"q": "2 + 2?", "a": "so\n#### 4"}, {"q": "1 + 1?", "a": "#### 2"}]))
        made = benchmark_from(rows, "sums", kind="math", question="q", answer=lambda row: row["a"].split("#### ")[1])
        self.assertEqual(made["questions"][0], {"id": "sums-0", "question": "2 + 2?", "answer": "4"})


if __name__ == "__main__":
    unittest.main()
