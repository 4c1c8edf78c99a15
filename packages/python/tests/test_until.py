"""A replay may end before its last question."""

import unittest

import golden  # noqa: F401

import cges
from cges.live import live_difference, live_interval
from cges.randomness import shuffled

METHODS = ["sc@16", "esc:window=4@16", "asc-beta@16"]


def question(at, right):
    return cges.Question(str(at), ["a"] * 16, [right] * 16)


class Until(unittest.TestCase):
    def test_ends_where_the_command_line_does(self):
        ended = cges.replay_until(cges.demo(), METHODS, {"decided": "sc@16", "margin": 2}, seeds=1)
        self.assertEqual((ended.of, ended.questions, ended.calls_of_all), (300, 196, 4800))
        self.assertEqual(ended.outcomes["asc-beta:threshold=0.95@16"], {"close": 1})

    def test_needs_more_for_less_doubt(self):
        needed = [cges.replay_until(cges.demo(), METHODS, {"accuracy": width}).questions for width in (30, 15, 8)]
        self.assertEqual(needed, sorted(needed))
        self.assertLess(needed[0], needed[-1])

    def test_ends_at_once_where_all_agree(self):
        questions = [question(at, True) for at in range(400)]
        ended = cges.replay_until(questions, ["sc@16", "asc-beta@16"], {"best": True, "margin": 5})
        self.assertLess(ended.questions, 200)
        self.assertEqual((ended.whole, ended.wrong), (0, 0))

    def test_refuses_goals_that_cannot_be(self):
        questions = [question(at, True) for at in range(60)]
        for until, why in [
            ({}, "name one of"),
            ({"accuracy": 4, "best": True}, "name one of"),
            ({"accuracy": 0}, "number of points"),
            ({"accuracy": True}, "number of points"),
            ({"accuracy": 4, "margin": 1}, "margin goes with"),
            ({"decided": "esc:window=4@16"}, "not among the methods"),
            ({"width": 4}, "no field 'width'"),
            ({"best": True, "atLeast": 0}, "atLeast"),
        ]:
            with self.subTest(until), self.assertRaisesRegex(ValueError, why):
                cges.replay_until(questions, ["sc@16", "asc-beta@16"], until)
        with self.assertRaisesRegex(ValueError, "at least two"):
            cges.replay_until(questions, ["sc@16"], {"best": True})
        with self.assertRaisesRegex(ValueError, "needs a grade"):
            cges.replay_until([cges.Question("1", ["a"] * 16)], ["sc@16"], {"accuracy": 4})

    def test_limits_close_on_the_whole(self):
        self.assertEqual(live_interval(100, 100, 73), (0.73, 0.73))
        self.assertEqual(live_difference(100, 100, 9, 4), (0.05, 0.05))
        low, high = live_interval(1000, 10, 5)
        self.assertTrue(low < 0.2 and high > 0.8)
        for counts in [(10, 11, 1), (10, 5, 6), (10, 5, -1)]:
            with self.assertRaises(ValueError):
                live_interval(*counts)

    def test_limits_hold_at_every_look(self):
        missed = 0
        for run in range(200):
            order = shuffled(f"truth {run}", 200)
            share = sum(at < 140 for at in order) / 200
            seen = 0
            for closed, at in enumerate(order, 1):
                seen += at < 140
                if closed % 10 == 0:
                    low, high = live_interval(200, closed, seen)
                    if not low <= share <= high:
                        missed += 1
                        break
        self.assertLessEqual(missed, 20)

    def test_an_order_is_that_of_the_fleet(self):
        self.assertEqual(shuffled("until 7", 9), [0, 5, 3, 4, 2, 7, 8, 1, 6])
        self.assertEqual(sorted(shuffled("schlüssel 𝛾", 500)), list(range(500)))


if __name__ == "__main__":
    unittest.main()
