"""Reading logs by the command, telling copies from samples, and replaying."""

import json
import os
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import golden  # noqa: F401

import cges
from cges import program as command

SEVEN = {"doc_id": 0, "target": "7", "arguments": {}, "resps": [["so 7", "it is 7", "8"]]}
ROWS = [
    {**SEVEN, "filter": "each", "filtered_resps": ["7", "7", "8"]},
    {**SEVEN, "filter": "first", "filtered_resps": ["7"]},
    {"doc_id": 1, "arguments": {}, "filter": "each", "target": "3", "resps": [["5", "5", "5"]], "filtered_resps": [["5", "5", "5"]]},
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
        self.assertIn("1 of 1 questions have one text in all their samples. Short texts also repeat by chance", str(copies))
        texts = ["Each of the five boxes holds three apples, so 15."] * 3
        copies = cges.check_log(self.log(json.dumps({**ROWS[2], "resps": [texts], "filtered_resps": [["15"] * 3]})))
        self.assertIn("1 of 1 questions have one text in all their samples. These are copies", str(copies))
        single = cges.check_log(self.log(json.dumps({**ROWS[0], "resps": [["7"]], "filtered_resps": ["7"]})))
        self.assertIn("nothing to vote on", str(single))

    def test_finds_the_copies_that_the_command_warns_of(self):
        words = {"short": "Same words. The answer is 12.", "long": "Each of the four boxes holds three apples, so 12."}
        for name, text in words.items():
            for copied in range(4):
                rows = [
                    {"question_id": f"q{at}", "answer": "12", "samples": [{"text": text}, {"text": text if at < copied else "It is 12."}]}
                    for at in range(3)
                ]
                path = self.log(*map(json.dumps, rows))
                with self.subTest(name, copied=copied), warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    cges.read_log(path)
                    said = [str(each.message) for each in caught if "the same text" in str(each.message)]
                    check = cges.check_log(path)
                    self.assertEqual(check.ok, said == [])
                    self.assertEqual("by chance" in str(check), any("by chance" in each for each in said))

    def test_reads_what_the_command_reads(self):
        texts = ["So the answer is 7.", "I get \\boxed{7}", "It is \\boxed{8}", "so 7.0"]
        row = {"doc_id": 0, "arguments": {}, "target": "7", "resps": [texts], "filtered_resps": texts, "filter": "none", "exact_match": 0.0}
        (question,) = cges.read_log(self.log(json.dumps(row)))
        self.assertEqual((question.answers, question.right), (["7", "7", "8", "7"], [True, True, False, True]))
        self.assertEqual(question.texts, texts)
        (read,) = cges.read_log(self.log(json.dumps(row)), answers="log", kind="text", anyway=True)
        self.assertNotEqual(read.answers, question.answers)

    def test_reads_recordings_and_logs_of_inspect_without_their_programs(self):
        samples = [{"text": "\\boxed{1/2}", "logprobs": [-0.1, -0.2]}, {"answer": "0.5", "logprobs": [-0.3]}]
        path = Path(self.folder.name, "recording.jsonl")
        path.write_text(json.dumps({"question_id": "a", "answer": "0.5", "samples": samples}), encoding="utf-8")
        (question,) = cges.read_log(path)
        self.assertEqual((question.right, question.tokens, len(set(question.answers))), ([True, True], [2, 1], 1))
        self.assertAlmostEqual(question.confidences[0]["lns-arith"], cges.token_confidences([-0.1, -0.2])["lns-arith"])
        epochs = [
            {"id": "a", "epoch": at, "input": "?", "target": "4", "output": {"completion": f"ANSWER: {answer}"}}
            | {"scores": {"match": {"value": "C" if answer == "4" else "I", "answer": answer}}}
            for at, answer in ((2, "5"), (1, "4"))
        ]
        log = Path(self.folder.name, "log.json")
        log.write_text(json.dumps({"version": 2, "status": "error", "eval": {}, "samples": epochs}), encoding="utf-8")
        with self.assertWarnsRegex(UserWarning, "the run that made this log failed"):
            (question,) = cges.read_log(log)
        self.assertEqual((question.answers, question.right), (["4", "5"], [True, False]))

    def test_checks_a_log_that_needs_options(self):
        rows = [{"task": "a", "prompt": "?", "gold": "7", "out": text} for text in ("one", "one", "two")]
        log = self.log(*map(json.dumps, rows))
        options = {"map": "id=task,question=prompt,answer=gold,text=out", "kind": "text"}
        self.assertEqual([len(each.answers) for each in cges.read_log(log, anyway=True, **options)], [3])
        self.assertEqual(cges.check_log(log, **options), cges.LogCheck(1, 3, 1, 1, 0))

    def test_prints_as_a_table(self):
        rows = cges.replay([cges.Question("a", ["7", "7", "8"], [True, True, False])], ["sc@3", "sc@2"], in_order=True)
        columns = ["method", "questions", "accuracy", "accuracy_std", "calls", "calls_std", "tokens", "sequential", "saved"]
        head, first, _ = str(rows).splitlines()
        self.assertEqual((head.split(), first.split()), (columns, ["sc@3", "1", "1", "—", "3", "—", "—", "—", "0"]))
        self.assertEqual(repr(rows), f"<2 rows of {', '.join(columns)}>")
        self.assertEqual(str(cges.Table([])), "no rows")
        long = cges.Table({"id": at, "text": "word " * 99} for at in range(99))
        self.assertEqual(str(long).splitlines()[-1], "… 59 more rows")
        self.assertLess(max(map(len, str(long).splitlines())), 60)

    def test_says_how_to_get_the_command(self):
        nowhere = (mock.patch.object(command, "PLACES", ()), mock.patch.object(command, "_checkouts_on_path", list))
        with nowhere[0], nowhere[1], self.assertRaisesRegex(command.CommandMissing, "npm run pack"):
            cges.read_log(self.log())

    def test_uses_the_program_of_a_checkout_on_the_path(self):
        entry = Path(self.folder.name, command.ENTRY)
        entry.parent.mkdir(parents=True)
        entry.write_text("")
        path = os.pathsep.join(["/usr/bin", str(Path(self.folder.name, ".config/bin"))])
        with mock.patch.object(command, "PLACES", ()), mock.patch.dict(os.environ, PATH=path):
            self.assertEqual(command.find_entry(), entry)

    def test_says_that_copies_cannot_be_told_without_texts(self):
        self.assertIn("without texts", str(cges.check_questions([cges.Question("q", ["1", "1"], ["1"])])))

    def test_replays(self):
        questions = cges.read_log(self.log(*map(json.dumps, ROWS)))
        self.assertEqual([each.answers for each in questions], [["7", "7", "8"], ["5", "5", "5"]])
        sc, esc = cges.replay(questions, ["sc@3", "esc:window=2@3"], in_order=True)
        self.assertEqual((sc["accuracy"], sc["calls"], sc["saved"]), (0.5, 3, 0))
        self.assertEqual((esc["accuracy"], esc["calls"]), (0.5, 2))
        self.assertAlmostEqual(esc["saved"], 1 / 3)
        self.assertEqual((sc["tokens"], esc["tokens"]), (None, None))

    def test_gives_methods_what_every_question_has(self):
        questions = cges.read_log(self.log(*map(json.dumps, ROWS)))
        rows = cges.replay(questions, ["sc", "sc@2"])
        self.assertEqual([(row["method"], row["saved"]) for row in rows], [("sc@3", 0), ("sc@2", 0)])
        with self.assertRaisesRegex(ValueError, "budget is 4, but question 0 has 3 samples"):
            cges.replay(questions, ["sc@4"])

    def test_uses_all_samples_that_every_question_has(self):
        questions = [cges.Question("a", ["7"] * 32), cges.Question("b", ["7"] * 40)]
        self.assertEqual([row["method"] for row in cges.replay(questions, ["sc"])], ["sc@32"])

    def test_fills_in_the_usual_settings_and_says_so(self):
        bare = [cges.Question("a", ["7"] * 8, confidences=[{"rm": 0.9}] * 8)]
        given = ["esc", " esc@4", "cges:gamma=0.9", "cisc", "cite-weighted:alpha=0.2@8", "esc:window=3", {"method": "esc", "window": 3}]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            methods = [row["method"] for row in cges.verdicts(bare, given)]
        filled = ["esc:window=4@8", "esc:window=2@4", "cges:confidence=rm,gamma=0.9@8", "cisc:confidence=rm@8"]
        filled += ["cite-weighted:alpha=0.2,confidence=rm@8", "esc:window=3@8", "esc:window=3@8"]
        self.assertEqual(methods, [cges.parse_method(each).key for each in filled])
        self.assertEqual(
            [str(each.message) for each in caught],
            [
                "esc names no window: taken as esc:window=4",
                "esc@4 names no window: taken as esc:window=2@4",
                "cges:gamma=0.9 names no confidence: taken as cges:gamma=0.9,confidence=rm",
                "cisc names no confidence: taken as cisc:confidence=rm",
                "cite-weighted:alpha=0.2@8 names no confidence: taken as cite-weighted:alpha=0.2,confidence=rm@8",
            ],
        )
        self.assertEqual({each.filename for each in caught}, {__file__})
        # What decides one question has no samples to choose by: it takes settings as the API does.
        with self.assertRaisesRegex(cges.MethodError, "esc requires window"):
            cges.decide("esc@16", ["7"])

    def test_runs_the_others_where_a_method_cannot_run(self):
        questions = cges.read_log(self.log(*map(json.dumps, ROWS)))
        with self.assertWarnsRegex(UserWarning, "not run: sc@4: its budget is 4"):
            sc, longer = cges.replay(questions, ["sc@3", "sc@4"])
        self.assertEqual((sc["accuracy"], "not_run" in sc), (0.5, False))
        self.assertEqual((longer["accuracy"], longer["calls"]), (None, None))
        self.assertIn("budget is 4", longer["not_run"])
        with self.assertRaisesRegex(ValueError, "seeds is a number of random orders"):
            cges.replay(questions, ["sc@3"], seeds=0)

    def test_grades_an_answer_that_was_graded_both_ways_by_their_mean(self):
        question = cges.Question("a", ["7", "7", "8", None], [True, False, 0, None])
        self.assertEqual([question.is_right(answer) for answer in ("7", "8", None, "9")], [0.5, 0, False, None])

    def test_tells_tokens_where_every_sample_does(self):
        told = [cges.Question("a", ["7", "7", "8"], tokens=[10, 20, 40]), cges.Question("b", ["3"] * 3, tokens=[5, 6, 7])]
        rows = cges.verdicts(told, ["sc@3", "esc:window=2@3"])
        self.assertEqual([row["tokens"] for row in rows], [70, 30, 18, 11])
        sc, esc = cges.replay(told, ["sc@3", "esc:window=2@3"], in_order=True)
        self.assertEqual((sc["tokens"], esc["tokens"]), (44, 20.5))
        silent = [told[0], cges.Question("b", ["3"] * 3, tokens=[5, 6, None])]
        sc, esc = cges.replay(silent, ["sc@3", "esc:window=2@3"], in_order=True)
        self.assertEqual((sc["tokens"], esc["tokens"]), (None, 20.5))

    def test_names_the_map_that_rewards_lack(self):
        samples = [{"answer": answer, "reward": 6.5 - at} for at, answer in enumerate("7778")]
        path = self.log(json.dumps({"question_id": "a", "answer": "7", "samples": samples}))
        with self.assertRaisesRegex(ValueError, r'question a: sample 1 .* no rm confidence.*reward_map="logistic:CENTER,SCALE"'):
            cges.replay(cges.read_log(path), ["cges:confidence=rm,gamma=0.99"])
        with self.assertWarns(UserWarning), self.assertRaisesRegex(ValueError, r"no lns-arith confidence.*reward_map="):
            cges.replay(cges.read_log(path), ["cges"])
        mapped = cges.read_log(path, reward_map="logistic:5,1")
        (row,) = cges.replay(mapped, ["cges:confidence=rm,gamma=0.99"], in_order=True)
        self.assertEqual(row["accuracy"], 1)

    def test_says_what_is_no_method(self):
        question = cges.Question("a", ["7", "7"])
        with self.assertRaisesRegex(cges.MethodError, "cannot be a function.*--method-command"):
            cges.replay([question], [lambda votes: votes])
        with self.assertRaisesRegex(cges.MethodError, "not int"):
            cges.replay([question], [16])

    def test_says_what_is_no_log(self):
        for read in (cges.read_log, cges.check_log):
            with self.assertRaisesRegex(FileNotFoundError, r"^/none/log\.jsonl cannot be read: no such file or folder$"):
                read("/none/log.jsonl")
        with self.assertRaisesRegex(ValueError, "line 2: not JSON"):
            cges.read_log(self.log(json.dumps(ROWS[0]), "{"))
        with self.assertRaisesRegex(ValueError, "it is empty"):
            cges.read_log(self.log())
        with self.assertRaisesRegex(ValueError, "holds 0 files"), tempfile.TemporaryDirectory() as empty:
            cges.read_log(empty)


if __name__ == "__main__":
    unittest.main()
