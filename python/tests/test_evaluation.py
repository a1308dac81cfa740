# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import numpy as np
import pytest

import isogloss

QRELS = {"q1": {"d1": 1, "d2": 1}, "q2": {"d3": 1}}
RUN = {"q1": {"d3": 1.5, "d1": np.float32(2.5)}, "q9": {"d1": 1.0}}


def test_evaluates_a_run() -> None:
    found = isogloss.evaluate(RUN, QRELS, ["AP", "RR"])

    assert found.queries == {"q1": {"AP": 0.5, "RR": 1.0}}
    assert found.means == {"AP": 0.25, "RR": 0.5}
    assert found.missing == ("q2",)
    assert found.unjudged == ("q9",)


def test_compares_runs() -> None:
    better = {"q1": {"d1": 2, "d2": 1}, "q2": {"d3": 1}}

    found = isogloss.compare(RUN, better, QRELS, ["AP"])["AP"]

    assert (found.baseline, found.other) == (0.25, 1)
    assert found.interval[0] <= 0.75 <= found.interval[1]
    assert 0 < found.randomization_p <= 1


def test_measures_fairness() -> None:
    found = isogloss.fairness(RUN, QRELS, {"d1": "de", "d2": "en", "d3": "de"}, depths=[10])

    assert found.shares == {"de": {10: 1.0}}
    assert found.relevant_shares == pytest.approx({"de": 2 / 3, "en": 1 / 3})
    assert 0 <= found.peer[10] <= 1


def test_an_unknown_measure_is_an_error() -> None:
    with pytest.raises(isogloss.CommandFailedError, match="nDGC"):
        isogloss.evaluate(RUN, QRELS, ["nDGC"])


def test_an_id_with_white_space_is_an_error() -> None:
    with pytest.raises(ValueError, match="'d 1'"):
        isogloss.evaluate({"q1": {"d 1": 1.0}}, QRELS)
