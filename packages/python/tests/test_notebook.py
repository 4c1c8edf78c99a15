"""The tutorial, executed as it is shipped, without a network."""

import importlib.util
import os
import tempfile
import unittest
from pathlib import Path

import golden

import cges

NEEDED = ("nbclient", "ipykernel", "matplotlib", "pandas")
LACKING = [each for each in NEEDED if importlib.util.find_spec(each) is None]
TUTORIAL = golden.VECTORS.parents[3] / "docs" / "tutorial.ipynb"

WATCHED = """
from cges.fleet.display import Display
display = Display()
for closed in range(3):
    trials = {"total": 2, "closed": closed, "blocked": 0}
    display.show({"name": "<a>", "status": "running", "simulated": True, "methods": [], "trials": trials})
"""

class Tutorial(unittest.TestCase):
    def test_is_shipped_without_results(self):
        text = TUTORIAL.read_text(encoding="utf-8")
        self.assertNotIn('"output_type"', text)

    @unittest.skipIf(LACKING, f"needs {', '.join(LACKING)}")
    def test_runs(self):
        import nbformat

        book = nbformat.read(TUTORIAL, as_version=4)
        nbformat.validate(book)
        self.execute(book)
        said = "".join(output.get("text", "") for cell in book.cells for output in cell.get("outputs", []))
        self.assertIn("repeats have the text of an earlier sample", said)
        self.assertIn("answers differ from the vote of all 16", said)

    @unittest.skipIf(LACKING, f"needs {', '.join(LACKING)}")
    def test_shows_one_table_that_changes(self):
        import nbformat.v4

        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WATCHED)])
        self.execute(book)
        (shown,) = book.cells[0].outputs
        page = shown["data"]["text/html"]
        self.assertIn("<b>&lt;a&gt; (simulated answers)</b> · live, not final · 2 of 2 questions finished", page)
        self.assertIn("<progress max='2' value='2'", page)

    def execute(self, book):
        from nbclient import NotebookClient

        os.environ["PYTHONPATH"] = str(Path(cges.__file__).parents[1])
        os.environ["MPLBACKEND"] = "agg"
        # Nothing of the project is in the folder where somebody opens it.
        with tempfile.TemporaryDirectory() as empty:
            NotebookClient(book, timeout=120, resources={"metadata": {"path": empty}}).execute()

if __name__ == "__main__":
    unittest.main()
