"""Builds the wheel with the standard library alone (PEP 517), so that no download stands between a checkout and it.

The version is that of the repository, in the package.json two folders up; everything else is in pyproject.toml. The
command `cges` is a program for Node: `--config-settings command=FOLDER` names the package for npm that holds it, and a
wheel built without has the library alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EPOCH = (1980, 1, 1, 0, 0, 0)


def version() -> str:
    return str(json.loads((ROOT / "../../package.json").resolve().read_text(encoding="utf-8"))["version"])


def build_wheel(
    folder: str, config_settings: dict[str, str] | None = None, metadata_directory: object = None
) -> str:
    files = _files(ROOT / "src", "")
    command = (config_settings or {}).get("command")
    if command is not None:
        files.update(_files(Path(command), "cges/command/"))
    recording = (ROOT / "../tiny-llama/recording.jsonl.gz").resolve()
    return _write(Path(folder), {**files, f"cges/{recording.name}": recording.read_bytes()})


def build_editable(folder: str, config_settings: object = None, metadata_directory: object = None) -> str:
    return _write(Path(folder), {"cges_editable.pth": f"{ROOT / 'src'}\n".encode()})


def _files(folder: Path, into: str) -> dict[str, bytes]:
    return {
        into + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _write(folder: Path, files: dict[str, bytes]) -> str:
    name = f"cges-{version()}"
    info = f"{name}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": _metadata().encode(),
        f"{info}/entry_points.txt": _entry_points().encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: cges\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/LICENSE": (ROOT / "../../LICENSE").resolve().read_bytes(),
    }
    record = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = f"{name}-py3-none-any.whl"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def _entry_points() -> str:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    scripts = text.partition("[project.scripts]\n")[2].partition("\n[")[0].replace('"', "").strip()
    return f"[console_scripts]\n{scripts}\n"


def _metadata() -> str:
    """Python 3.10 reads no TOML: each value that is wanted begins a line of its own."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")

    def value(key: str) -> str:
        found = re.search(rf'^{key} = "(.+)"$', text, re.MULTILINE)
        assert found is not None, f"pyproject.toml has no {key}"
        return found[1]

    def values(key: str) -> list[str]:
        found = re.search(rf"^{key} = (\[[^]]*\])", text, re.MULTILINE)
        assert found is not None, f"pyproject.toml has no {key}"
        return [str(each) for each in json.loads(re.sub(r",\s*\]", "]", found[1]))]

    classifiers = "".join(f"Classifier: {each}\n" for each in values("classifiers"))
    extras = ""
    table = text.partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    for extra, packages in re.findall(r"^(\S+) = (\[.*\])$", table, re.MULTILINE):
        extras += f"Provides-Extra: {extra}\n"
        extras += "".join(f'Requires-Dist: {each} ; extra == "{extra}"\n' for each in json.loads(packages))
    return (
        f"Metadata-Version: 2.4\nName: cges\nVersion: {version()}\nSummary: {value('description')}\n"
        f"Requires-Python: {value('requires-python')}\nLicense-Expression: {value('license')}\n"
        f"{_project_urls()}License-File: LICENSE\nKeywords: {','.join(values('keywords'))}\n{classifiers}{extras}"
        f"Description-Content-Type: text/markdown\n\n"
        f"{(ROOT / 'README.md').read_text(encoding='utf-8')}"
    )


def _project_urls() -> str:
    """Where the project lives, which CI knows and a checkout does not."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    if server is None or name is None:
        return ""
    home = f"{server}/{name}"
    pages = {"Source": "", "Documentation": "/blob/main/docs/python.md", "Changelog": "/blob/main/CHANGELOG.md"}
    return "".join(f"Project-URL: {title}, {home}{path}\n" for title, path in pages.items())


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
