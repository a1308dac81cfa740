# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Filters of other packages in the grammar of Isogloss."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date

EVERYTHING = '"id" exists'
NOTHING = f"not {EVERYTHING}"

COMPARISONS = {"==": "=", "!=": "!=", ">": ">", ">=": ">=", "<": "<", "<=": "<="}


def compare(field: str, operator: str, value: object) -> str:
    """A comparison of a field with a value; None stands for a document without the field.

    Args:
        field: its name
        operator: one of `COMPARISONS`
        value: a string, number, boolean, date or None
    """
    name = _quoted(field)
    if value is None:
        return {"==": f"not {name} exists", "!=": f"{name} exists"}.get(operator, NOTHING)
    return f"{name} {COMPARISONS[operator]} {_value(field, value)}"


def among(field: str, values: object) -> str:
    """The condition that one of the values of a field is one of these."""
    if not isinstance(values, list):
        raise ValueError(f"the field {field} is compared with {values!r}: a list is expected")
    listed = ", ".join(_value(field, value) for value in values)
    return f"{_quoted(field)} in ({listed})" if listed else NOTHING


def every(conditions: Iterable[str]) -> str:
    """The condition that all are met, which every document meets if there are none."""
    return _joined(" and ", conditions) or EVERYTHING


def some(conditions: Iterable[str]) -> str:
    """The condition that one or more are met, which no document meets if there are none."""
    return _joined(" or ", conditions) or NOTHING


def negated(condition: str) -> str:
    """The condition that another one is not met."""
    return f"not ({condition})"


def _joined(word: str, conditions: Iterable[str]) -> str:
    return word.join(f"({condition})" for condition in conditions)


def _value(field: str, value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float() if math.isfinite(value):
            return str(value)
        case date():  # and times, which are dates in Python
            return _quoted(value.isoformat())
        case str() if value.strip():
            return _quoted(value)
    raise ValueError(
        f"the field {field} is compared with {value!r}: a string that is not blank, a finite "
        "number, a boolean or a date is expected"
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
