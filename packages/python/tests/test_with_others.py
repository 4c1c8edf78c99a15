"""A real evaluation of the fleet in CGES_API, whose pool is ``test``, taken into every other program that is installed."""

import importlib.util
import json
import os
import tempfile
import unittest
from pathlib import Path

import golden  # noqa: F401

import cges
from cges.figures import figures_of

NEEDED = ("datasets", "matplotlib", "mlflow", "nbclient", "pandas", "wandb")
LACKING = [each for each in NEEDED if importlib.util.find_spec(each) is None]
METHODS = ["sc@8", "esc:window=2@8", "cges:confidence=lns-arith,gamma=0.99@8"]
WATCHED = """
import cges
cges.Fleet().evaluate(benchmark="tins", pool="test", seed=6, methods=["esc:window=2@8"]).watch().status
"""

@unittest.skipIf(LACKING, f"needs {', '.join(LACKING)}")
@unittest.skipUnless({"CGES_API", "QUESTIONS"} <= os.environ.keys(), "needs CGES_API and QUESTIONS")
class OfAFleet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from datasets import Dataset

        from cges.datasets import benchmark_from

        with open(os.environ["QUESTIONS"], encoding="utf-8") as lines:
            cls.rows = [json.loads(line) for line in lines]
        asked = Dataset.from_list([{name: row[name] for name in ("id", "question", "answer")} for row in cls.rows])
        template = "{question}\n\nThink step by step, and put your final answer in \\boxed{}."
        cls.fleet = cges.Fleet()
        cls.fleet.add_benchmark(benchmark_from(asked, "tins", kind="math", id="id", template=template))
        cls.run_ = cls.fleet.evaluate(benchmark="tins", pool="test", seed=5, methods=METHODS).wait()
        cls.figures = figures_of(cls.run_)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # Local stores put some of their files where one is.
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def test_benchmark_is_asked(self):
        (stored,) = (each for each in self.fleet.benchmarks() if each["name"] == "tins")
        self.assertEqual(stored["questions"], len(self.rows))
        self.assertEqual(self.run_.status, "done")

    def test_verdicts_in_pandas(self):
        frame = self.run_.verdicts().to_pandas()
        self.assertEqual(len(frame), len(METHODS) * len(self.rows))
        found = frame.groupby("method").agg({"calls": "mean", "correct": "mean"})
        for method in self.run_.view["methods"]:
            self.assertAlmostEqual(found["calls"][method["key"]], method["calls"])
            self.assertAlmostEqual(found["correct"][method["key"]], method["accuracy"]["value"])

    def test_weights_and_biases_offline(self):
        import wandb

        from cges.wandb import log_run

        log_run(self.run_, "cges", dir=self.folder, settings=wandb.Settings(mode="offline", silent=True))
        tables = {each.name.split("_")[0]: json.loads(each.read_text()) for each in Path().rglob("*.table.json")}
        self.assertEqual(set(tables), {"curves", "methods"})
        for name, rows in (("curves", self.figures.curves), ("methods", self.figures.methods)):
            read = [dict(zip(tables[name]["columns"], each)) for each in tables[name]["data"]]
            self.assertEqual(read, list(rows))
        self.assertGreater(len(self.figures.curves), len(METHODS))

    def test_mlflow_store(self):
        from mlflow.artifacts import load_dict
        from mlflow.tracking import MlflowClient

        from cges.mlflow import log_run

        uri = f"sqlite:///{self.folder}/mlflow.db"
        id = log_run(self.run_, "cges", tracking_uri=uri)
        run = MlflowClient(uri).get_run(id)
        self.assertEqual(run.data.params["digest"], self.run_.view["digest"])
        for name, value in self.figures.metrics.items():
            self.assertAlmostEqual(run.data.metrics[name], value)
        self.assertEqual(load_dict(f"{run.info.artifact_uri}/curves.json")["curves"], list(self.figures.curves))

    def test_plots_draw_its_curves(self):
        import matplotlib

        matplotlib.use("agg")
        from cges.plots import accuracy_against_calls, accuracy_against_tokens

        for draw, cost in ((accuracy_against_calls, "calls"), (accuracy_against_tokens, "tokens")):
            axes = draw(self.run_)
            drawn = [list(line.get_xdata()) for line in axes.get_lines()]
            for curve in self.run_.curves():
                self.assertIn([each[cost] for each in curve["points"]], drawn)
            self.assertLess(len(draw(self.run_, curves=[]).get_lines()), len(drawn))
            axes.figure.savefig(Path(os.environ.get("PLOTS", self.folder), f"accuracy-{cost}.png"), dpi=130)

    def test_is_watched_in_a_notebook(self):
        import nbformat.v4
        from nbclient import NotebookClient

        os.environ["PYTHONPATH"] = str(Path(cges.__file__).parents[1])
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WATCHED)])
        NotebookClient(book, timeout=120, resources={"metadata": {"path": self.folder}}).execute()
        table, status = book.cells[0].outputs
        page = table["data"]["text/html"]
        self.assertIn(f"done · {len(self.rows)} of {len(self.rows)} questions finished", page)
        self.assertNotIn("will end between", page)
        self.assertEqual(status["data"]["text/plain"], "'done'")

if __name__ == "__main__":
    unittest.main()
