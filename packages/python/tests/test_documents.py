"""What the documents show is what comes out."""

import doctest
import os
import sys
import unittest
import unittest.mock
from pathlib import Path

import golden  # noqa: F401

ROOT = Path(__file__).resolve().parents[3]


class Documents(unittest.TestCase):
    def test_examples(self):
        for name in ("packages/python/README.md", "docs/python.md"):
            found = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
            self.assertGreater(found.attempted, 2)
            self.assertEqual(found.failed, 0)

    def test_project_links_follow_where_it_is_built(self):
        sys.path.insert(0, str(ROOT / "packages/python/backend"))
        import wheel_backend

        built = {"GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "team/cges"}
        with unittest.mock.patch.dict(os.environ, built):
            self.assertIn("Project-URL: Source, https://forge.example/team/cges\n", wheel_backend._metadata())
        with unittest.mock.patch.dict(os.environ, clear=True):
            self.assertNotIn("Project-URL", wheel_backend._metadata())


if __name__ == "__main__":
    unittest.main()
