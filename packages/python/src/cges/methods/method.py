"""A method: a stopping rule with its parameters and its budget, as it is written and as it is meant."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Mapping

from .rules import rules


@dataclass(frozen=True)
class Method:
    """A stopping rule with every default filled in; ``method["gamma"]`` is a parameter, None where it is not given."""

    name: str
    parameters: Mapping[str, Any]
    budget: int

    def __getitem__(self, parameter: str) -> Any:
        return self.parameters[parameter]

    def with_budget(self, budget: int) -> Method:
        """Return the same rule with another budget."""
        return Method(self.name, self.parameters, budget)

    def with_value(self, parameter: str, value: Any) -> Method:
        """Return the same method with one other parameter."""
        return Method(self.name, {**self.parameters, parameter: value}, self.budget)

    @property
    def key(self) -> str:
        """The canonical name, defaults written out: two methods have the same key only if they decide alike."""
        return self._written(defaults=True)

    @property
    def label(self) -> str:
        """The name for people, without parameters that have their default."""
        return self._written(defaults=False)

    @property
    def signal(self) -> str | None:
        """The confidence that samples must carry; None if answers are all the rule looks at."""
        signal = self.parameters.get("confidence")
        return None if signal == "constant" else signal

    def __str__(self) -> str:
        return self.key

    def _written(self, defaults: bool) -> str:
        known = rules()[self.name]["parameters"]
        parts = [
            f"{name}={_written(self.parameters[name], parameter)}"
            for name, parameter in sorted(known.items())
            if self.parameters[name] is not None and (defaults or self.parameters[name] != parameter.get("preset"))
        ]
        return f"{self.name}{':' if parts else ''}{','.join(parts)}@{self.budget}"


def _written(value: Any, parameter: Mapping[str, Any]) -> str:
    if parameter["reads"] == "pair":
        return str(parameter["separator"]).join(number_text(each) for each in value)
    if parameter["reads"] == "flag":
        return str(value).lower()
    plain = value["fixed"] if isinstance(value, Mapping) else value
    return plain if isinstance(plain, str) else number_text(plain)


def number_text(value: float) -> str:
    """Write a number as keys have it: the shortest decimals that give it again, exponents only where they are short."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e21):
        return str(int(value))
    if 1e-6 <= abs(value) < 1e21:
        return format(Decimal(repr(value)), "f")
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa}e{int(exponent):+d}"
