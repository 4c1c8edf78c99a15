"""A client of a fleet's API, on the standard library's HTTP alone."""
