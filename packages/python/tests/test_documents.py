"""What the documents show is what comes out."""

import doctest
import unittest
from pathlib import Path

import golden  # noqa: F401

ROOT = Path(__file__).resolve().parents[3]


class Documents(unittest.TestCase):
    def test_examples(self):
        for name in ("packages/python/README.md", "docs/python.md"):
            found = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
            self.assertGreater(found.attempted, 2)
            self.assertEqual(found.failed, 0)


if __name__ == "__main__":
    unittest.main()
