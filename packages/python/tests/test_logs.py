"""Reading logs of lm-eval, telling copies from samples, and replaying; no other program is needed."""

import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

import golden  # noqa: F401

import cges

SEVEN = {"doc_id": 0, "target": "7", "resps": [["so 7", "it is 7", "8"]]}
ROWS = [
    {**SEVEN, "filter": "each", "filtered_resps": ["7", "7", "8"]},
    {**SEVEN, "filter": "first", "filtered_resps": ["7"]},
    {"doc_id": 1, "filter": "each", "target": "3", "resps": [["5", "5", "5"]], "filtered_resps": [["5", "5", "5"]]},
]


class Logs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def log(self, *lines):
        path = Path(self.folder.name, "samples_tins_2026.jsonl")
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def test_counts_copies(self):
        self.log(*map(json.dumps, ROWS))
        check = cges.check_log(self.folder.name)
        self.assertEqual((check.questions, check.samples, check.copies, check.copied_questions), (2, 6, 2, 1))
        # At most half of the questions: cges replay does not warn either.
        self.assertTrue(check.ok)
        self.assertEqual(
            str(check),
            "1 of 2 questions have one text in all their samples; 2 of 4 repeats have the text of an earlier sample.",
        )
        copies = cges.check_log(self.log(json.dumps(ROWS[2])))
        self.assertFalse(copies.ok)
        self.assertIn("1 of 1 questions have one text in all their samples. These are copies", str(copies))
        single = cges.check_log(self.log(json.dumps({**ROWS[0], "resps": [["7"]], "filtered_resps": ["7"]})))
        self.assertIn("nothing to vote on", str(single))

    @unittest.skipIf(importlib.util.find_spec("inspect_ai"), "inspect_ai is installed")
    def test_names_the_extra_that_reads_logs_of_inspect(self):
        with self.assertRaisesRegex(ImportError, r'pip install "cges\[inspect\]".*cges replay log\.eval'):
            cges.read_log("log.eval")

    def test_replays(self):
        questions = cges.read_log(self.log(*map(json.dumps, ROWS)))
        self.assertEqual([each.answers for each in questions], [["7", "7", "8"], ["5", "5", "5"]])
        sc, esc = cges.replay(questions, ["sc@3", "esc:window=2@3"])
        self.assertEqual((sc["accuracy"], sc["calls"], sc["saved"]), (0.5, 3, 0))
        self.assertEqual((esc["accuracy"], esc["calls"]), (0.5, 2))
        self.assertAlmostEqual(esc["saved"], 1 / 3)
        self.assertEqual((sc["tokens"], esc["tokens"]), (None, None))

    def test_refuses_what_it_would_have_to_guess(self):
        with self.assertRaisesRegex(ValueError, "'first' kept 1 of 3 responses"):
            cges.read_log(self.log(json.dumps(ROWS[1])))
        questions = cges.read_log(self.log(*map(json.dumps, ROWS)))
        with self.assertRaisesRegex(ValueError, "budget is 4, but question 0 has 3 samples"):
            cges.replay(questions, ["sc@4"])

    def test_tells_tokens_where_every_sample_does(self):
        told = [cges.Question("a", ["7", "7", "8"], tokens=[10, 20, 40]), cges.Question("b", ["3"] * 3, tokens=[5, 6, 7])]
        rows = cges.verdicts(told, ["sc@3", "esc:window=2@3"])
        self.assertEqual([row["tokens"] for row in rows], [70, 30, 18, 11])
        sc, esc = cges.replay(told, ["sc@3", "esc:window=2@3"])
        self.assertEqual((sc["tokens"], esc["tokens"]), (44, 20.5))
        silent = [told[0], cges.Question("b", ["3"] * 3, tokens=[5, 6, None])]
        sc, esc = cges.replay(silent, ["sc@3", "esc:window=2@3"])
        self.assertEqual((sc["tokens"], esc["tokens"]), (None, 20.5))

    def test_counts_the_tokens_of_a_recording(self):
        samples = [{"text": "7", "logprobs": [-0.1, -0.2]}, {"text": "8", "completion_tokens": 9}, {"text": "9"}]
        path = Path(self.folder.name, "recording.jsonl")
        path.write_text(json.dumps({"question_id": "a", "samples": samples}), encoding="utf-8")
        self.assertEqual([each.tokens for each in cges.read_recording(path)], [[2, 9, None]])

    def test_says_what_is_no_log(self):
        with self.assertRaisesRegex(ValueError, "line 2: it is not JSON"):
            cges.read_log(self.log(json.dumps(ROWS[0]), "{"))
        with self.assertRaisesRegex(ValueError, "line 1: found no fields"):
            cges.read_log(self.log("[]"))
        with self.assertRaisesRegex(ValueError, "has no samples"):
            cges.read_log(self.log())
        with self.assertRaisesRegex(ValueError, "holds 0 files"), tempfile.TemporaryDirectory() as empty:
            cges.read_log(empty)


if __name__ == "__main__":
    unittest.main()
