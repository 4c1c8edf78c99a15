"""The version that this package was built as."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("cges")
except PackageNotFoundError:  # read from a checkout that nobody installed
    __version__ = "0+unknown"
