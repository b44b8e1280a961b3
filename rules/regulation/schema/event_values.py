"""Values of the tournament part: points, spans of time, names of time zones."""

from __future__ import annotations

import math
import re
from datetime import timedelta
from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, PlainValidator

from rules.regulation.problems import Code
from rules.regulation.schema.base import fault

MOST_POINTS = 100
LONGEST = timedelta(days=366)

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}


def _check_points(value: object) -> Fraction:
    """A whole number, ``0.5``, or a text: ``"1/2"``, ``"½"``."""
    points: Fraction | None = None
    if isinstance(value, bool):
        points = None
    elif isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        points = Fraction(value)
    elif isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}(/[1-9])?|½", value):
        points = Fraction(value.replace("½", "1/2"))
    if points is None or not 0 <= points <= MOST_POINTS or points.denominator > 9:
        raise fault(Code.BAD_POINTS, most=MOST_POINTS)
    return points


def _check_span(value: object) -> timedelta:
    """``2d``, ``12h``, ``30m``."""
    found = re.fullmatch(r"([1-9][0-9]{0,5})([dhm])", value) if isinstance(value, str) else None
    span = int(found[1]) * _UNITS[found[2]] if found else None
    if span is None or span > LONGEST:
        raise fault(Code.BAD_SPAN)
    return span


def _check_zone(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}", name) or len(name) > 60:
        raise fault(Code.UNKNOWN_ZONE, value=name[:60])
    return name


Points = Annotated[Fraction, PlainValidator(_check_points)]
Span = Annotated[timedelta, PlainValidator(_check_span)]
Zone = Annotated[str, AfterValidator(_check_zone)]
"""A name of the IANA time zone database; only its form is checked here."""
