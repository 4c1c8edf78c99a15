"""Early stopping for self-consistency: the stopping rules of cges-fleet, and a client of its API."""

from .fleet.evaluation import Evaluation
from .fleet.fleet import Fleet
from .fleet.http import FleetError
from .fleet.table import Table
from .logs import LogCheck, check_log, check_questions, read_log
from .methods.certified import Certification
from .methods.confidence import mars_confidence, reward_confidence, self_certainty, self_certainty_b10_window
from .methods.confidence import token_confidences
from .methods.decide import certify, decide, decide_set, sweep
from .methods.method import Method
from .methods.parse_method import MethodError, parse_method
from .methods.rules import rules
from .methods.tracing import trace_confidences
from .methods.votes import Decision, Plurality, vote_of
from .recordings import demo
from .replay import Question, replay, verdicts
from .until import UntilReport, replay_until
from .version import __version__

__all__ = [
    "Certification",
    "Evaluation",
    "Fleet",
    "FleetError",
    "Table",
    "Decision",
    "Method",
    "LogCheck",
    "MethodError",
    "Plurality",
    "Question",
    "UntilReport",
    "__version__",
    "certify",
    "check_log",
    "check_questions",
    "decide",
    "decide_set",
    "demo",
    "mars_confidence",
    "parse_method",
    "read_log",
    "replay",
    "replay_until",
    "reward_confidence",
    "rules",
    "self_certainty",
    "self_certainty_b10_window",
    "sweep",
    "token_confidences",
    "trace_confidences",
    "verdicts",
    "vote_of",
]
