"""What a measurement gives: a number with its unit, and how far the single runs were apart."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """The median of several runs, with the lowest and the highest."""

    name: str
    value: float
    unit: str
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, name: str, unit: str, runs: Sequence[float]) -> "Figure":
        return cls(name, median(runs), unit, min(runs), max(runs), len(runs))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def table(figures: Sequence[Figure]) -> str:
    """For a reader: a figure a line, the names in one column and the numbers in another."""
    width = max(len(figure.name) for figure in figures)
    return "\n".join(
        f"{figure.name:<{width}}  {figure.value:>12,.2f} {figure.unit:<12} "
        f"({figure.low:,.2f} to {figure.high:,.2f}, {figure.runs} runs)"
        for figure in figures
    )
