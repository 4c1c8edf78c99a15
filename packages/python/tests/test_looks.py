"""Methods look as on the dashboard."""

import importlib.util
import json
import unittest
from dataclasses import asdict
from pathlib import Path

import golden  # noqa: F401

from cges.looks import colour_of, identity_of, looks
from cges.plots import accuracy_against_calls, unresolved

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
        for draw in (accuracy_against_calls, unresolved):
            axes = draw(view())
            axes.figure.canvas.draw()
            self.assertEqual([each.get_text() for each in axes.get_legend().get_texts()], list(IDENTITIES))
            self.assertIn("simulated answers", axes.get_title())


if __name__ == "__main__":
    unittest.main()
