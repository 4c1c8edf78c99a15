"""Methods look as on the dashboard."""

import importlib.util
import json
import unittest
import warnings
from dataclasses import asdict
from pathlib import Path

import golden  # noqa: F401

from cges.looks import colour_of, identity_of, looks
from cges.plots import accuracy_against_calls, accuracy_against_tokens, unresolved

IDENTITIES = json.loads((Path(__file__).parent / "identities.json").read_text(encoding="utf-8"))


def view():
    """What of an evaluation's view is drawn."""
    methods = [
        {
            "key": key,
            "label": key,
            "interim": False,
            "accuracy": {"value": 0.8, "low": 0.7, "high": 0.9},
            "calls": 4.0 + at,
            "tokens": 400.0 + at,
            "unresolvedAfter": [1, 0.5, 0.2, 0],
        }
        for at, key in enumerate(IDENTITIES)
    ]
    return {"name": "a run", "status": "done", "simulated": True, "pool": {"model": "m"}, "methods": methods}


class Looks(unittest.TestCase):
    def test_identities(self):
        for text, identity in IDENTITIES.items():
            with self.subTest(text):
                self.assertEqual(asdict(identity_of(text)), identity)

    def test_colours(self):
        plain, shaded = identity_of("sc@16"), identity_of("asc-beta:threshold=0.979@16")
        self.assertEqual(colour_of(plain), looks()["colours"]["sc"][0])
        self.assertEqual(colour_of(plain, "dark"), looks()["colours"]["sc"][1])
        self.assertNotIn(colour_of(shaded), [light for light, _ in looks()["colours"].values()])

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")
    def test_figures(self):
        import matplotlib

        matplotlib.use("agg")
        for draw in (accuracy_against_calls, accuracy_against_tokens, unresolved):
            axes = draw(view())
            axes.figure.canvas.draw()
            self.assertEqual([each.get_text() for each in axes.get_legend().get_texts()], list(IDENTITIES))
            self.assertIn("simulated answers", axes.get_title())

    def test_no_replay(self):
        with self.assertRaisesRegex(TypeError, "not list"):
            accuracy_against_calls([])

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")
    def test_tokens(self):
        import matplotlib

        matplotlib.use("agg")
        shown = view()
        first, second = shown["methods"][:2]
        second["tokens"] = None
        point = {"at": 4, "calls": 4, "accuracy": 0.7}
        curve = {"key": first["key"], "points": [{**point, "tokens": 100.0}, {**point, "tokens": None}]}
        axes = accuracy_against_tokens(shown, curves=[curve])
        self.assertEqual(axes.get_xlabel(), "tokens per question, log₂")
        named = [each.get_text() for each in axes.get_legend().get_texts()]
        self.assertEqual(named, [key for key in IDENTITIES if key != second["key"]])
        drawn = [list(line.get_xdata()) for line in axes.get_lines()]
        self.assertIn([100.0], drawn)
        self.assertIn([400.0, 400.0], drawn)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")
    def test_says_that_tokens_are_not_known(self):
        import matplotlib.pyplot

        matplotlib.use("agg")
        shown = view()
        for method in shown["methods"]:
            method["tokens"] = None
        before = matplotlib.pyplot.get_fignums()
        with self.assertRaisesRegex(ValueError, "the tokens of a run are not known"):
            accuracy_against_tokens(shown)
        self.assertEqual(matplotlib.pyplot.get_fignums(), before)
        for method in shown["methods"]:
            method["accuracy"] = None
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertIsNone(accuracy_against_tokens(shown).get_legend())


if __name__ == "__main__":
    unittest.main()
