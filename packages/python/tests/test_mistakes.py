"""What the errors of wrong calls say: what is wrong, and what to write instead."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import cges
from cges.fleet.http import _refusal

NOWHERE = "http://127.0.0.1:9"
QUESTION = cges.Question("a", ["7", "7"], [1, 1])


class Refused:
    """What urllib raises for an answer that is an error."""

    def __init__(self, text):
        self.code, self.headers, self._text = 400, {}, text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def read(self, _):
        return self._text.encode()


class Mistakes(unittest.TestCase):
    def refuses(self, kind, message, call, *given, **named):
        with self.assertRaisesRegex(kind, message):
            call(*given, **named)

    def test_questions_are_no_path_and_not_none(self):
        self.refuses(TypeError, r'questions are a list of cges\.Question, not str: cges\.read_log\("log\.jsonl"\)', cges.replay, "log.jsonl", ["sc"])
        self.refuses(TypeError, r"question 1 is of type dict, expected cges\.Question", cges.replay, [{}], ["sc"])
        self.refuses(ValueError, r"there are no questions to replay", cges.replay, [], ["sc"])

    def test_methods_are_a_list(self):
        self.refuses(TypeError, r'methods are a list, not one text: write \["sc"\]', cges.replay, [QUESTION], "sc")

    def test_seeds_are_a_number(self):
        self.refuses(ValueError, r"seeds is a number of random orders, 1 or more, not '3'", cges.replay, [QUESTION], ["sc"], seeds="3")

    def test_answers_are_strings(self):
        self.refuses(TypeError, r'answers are a list of strings, not one string: write \["7", "9"\]', cges.decide, "asc-beta@16", "79")
        self.refuses(TypeError, r'sample 2 is 7, of type int: answers are strings, or None: write "7"', cges.decide, "asc-beta@16", ["7", 7])

    def test_confidences_are_numbers(self):
        method = "cges:confidence=lns-arith,gamma=0.9@4"
        self.refuses(ValueError, r"sample 2 has the confidence 'high', expected a number from 0 to 1", cges.decide, method, ["7", "7"], [0.9, "high"])

    def test_an_option_of_a_log_by_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.jsonl"
            log.write_text("{}\n", encoding="utf-8")
            self.refuses(ValueError, r"read_log has no option kindd\.", cges.read_log, log, kindd="date")

    def test_a_specification_is_no_file(self):
        self.refuses(TypeError, r"spec is a mapping of fields, not the text 'mine\.yaml'.*cges evaluate mine\.yaml", cges.Fleet(NOWHERE).evaluate, "mine.yaml")

    def test_no_api_says_how_to_get_one(self):
        self.refuses(cges.FleetError, r"No API answers at http://127\.0\.0\.1:9: .*`cges up`.*CGES_API", cges.Fleet(NOWHERE).pools)

    def test_says_a_refusal_once(self):
        detail = '"first" is not an evaluation id.'
        error = _refusal(Refused('{"detail": "\\"first\\" is not an evaluation id.", "errors": [{"field": "", "problem": "\\"first\\" is not an evaluation id."}]}'), "GET /")
        self.assertEqual(str(error), detail)

    def test_a_key_file_holds_one_key(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, message in (("\n", "is empty"), ("cges_a\ncges_b\n", "must hold a key and nothing else"), (None, "cannot be read")):
                file = Path(folder) / "key"
                file.unlink(missing_ok=True)
                if text is not None:
                    file.write_text(text, encoding="utf-8")
                with mock.patch.dict(os.environ, {"CGES_API_KEY_FILE": str(file)}):
                    self.refuses(ValueError, f"CGES_API_KEY_FILE: .*key {message}", cges.Fleet, NOWHERE)


if __name__ == "__main__":
    unittest.main()
