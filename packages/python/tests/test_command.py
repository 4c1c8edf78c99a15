"""The command `cges`: what it says where Node or its program is missing, and what it starts otherwise."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import golden  # noqa: F401

import cges
from cges import program as command


@unittest.skipUnless(os.name == "posix", "stands in for Node with a script of a shell")
class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_with(self, version, program=True):
        node = self.folder / "node"
        node.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo {version} && exit\nexit 7\n')
        node.chmod(0o755)
        entry = self.folder / command.ENTRY
        entry.parent.mkdir(parents=True, exist_ok=True)
        if program:
            entry.write_text("")
        told = io.StringIO()
        with mock.patch.object(command, "PLACES", (self.folder,)), mock.patch.object(command, "_node_of_extra", lambda: None):
            with mock.patch.dict(os.environ, PATH=str(self.folder)), contextlib.redirect_stderr(told):
                return command.main(["decide"]), told.getvalue()

    def test_runs_the_program_and_gives_its_status(self):
        self.assertEqual(self.run_with("v20.19.0"), (7, ""))

    def test_says_how_to_get_a_node_that_is_new_enough(self):
        code, told = self.run_with("v18.20.1")
        self.assertEqual(code, 1)
        self.assertRegex(told, r"needs Node 20\.19 or newer; found \S+/node is 18\.20\.1\. .*cges\[node\]")

    def test_runs_as_a_module_without_a_warning(self):
        environment = {**os.environ, "PYTHONPATH": str(Path(cges.__file__).parents[1])}
        done = subprocess.run([sys.executable, "-m", "cges", "--version"], capture_output=True, text=True, env=environment)
        self.assertNotIn("Warning", done.stderr)

    def test_says_that_a_wheel_of_sources_has_no_program(self):
        code, told = self.run_with("v24.1.0", program=False)
        self.assertEqual(code, 1)
        self.assertRegex(told, r"npm run pack.*--force-reinstall")


class NearestNames(unittest.TestCase):
    def test_a_misspelt_name_gets_the_nearest(self):
        for text, meant in (
            ("asc-bta@16", "asc-beta[?] The methods are sc, .*"),
            ("asc@16", "asc-beta[?] The methods are sc, .*"),
            ("esc:windw=4", "window[?]"),
            ("cges:confidence=lns-arth,gamma=0.9", "lns-arith[?]"),
        ):
            with self.assertRaisesRegex(cges.MethodError, f"; did you mean {meant}$"):
                cges.decide(text, ["1"])

    def test_what_is_near_nothing_gets_none(self):
        with self.assertRaises(cges.MethodError) as raised:
            cges.decide("qqqqqq", ["1"])
        self.assertEqual(str(raised.exception), raised.exception.problem)


if __name__ == "__main__":
    unittest.main()
