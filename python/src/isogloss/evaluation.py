# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Measures of runs, as trec_eval and ir-measures define them, and fairness to languages.

These functions run commands of the installation (`isogloss.command`) and need no server.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from isogloss import local

Run = Mapping[str, Mapping[str, float]]
Qrels = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Evaluation:
    """Measures of a run.

    Attributes:
        means: of each measure over the queries of the judgements; a query without results counts 0
        queries: the measures of each query that has results
        missing: queries without results
        unjudged: queries of the run without judgements, which count for nothing
    """

    means: Mapping[str, float]
    queries: Mapping[str, Mapping[str, float]]
    missing: tuple[str, ...]
    unjudged: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """A measure of two runs, query by query.

    Attributes:
        baseline: the mean of the first run
        other: the mean of the second run
        interval: 95 % bootstrap interval of the mean difference
        t_test_p: two-sided p-value of the paired t test
        randomization_p: that of the paired randomisation test
    """

    baseline: float
    other: float
    interval: tuple[float, float]
    t_test_p: float
    randomization_p: float


@dataclass(frozen=True)
class Fairness:
    """How the languages of a pool share the first hits.

    Attributes:
        peer: Probability of Equal Expected Rank by depth, 0 to 1: 1 if the ranks of all languages
            are alike, near 0 if they surely differ
        shares: the share of each language in the hits, by depth
        relevant_shares: the share of each language in the relevant documents
    """

    peer: Mapping[int, float]
    shares: Mapping[str, Mapping[int, float]]
    relevant_shares: Mapping[str, float]


def evaluate(run: Run, qrels: Qrels, measures: Sequence[str] = ("nDCG@10",)) -> Evaluation:
    """Measures a run.

    Args:
        run: scores of documents by queries, such as those of `SearchBatch.run`
        qrels: grades of documents by queries; 1 and more are relevant
        measures: names of ir-measures or trec_eval, such as ``AP``, ``RR``, ``R@100``
    """
    found = _evaluate(run, qrels, *_names(measures), "-c", "-q")
    return Evaluation(
        found["measures"], found["queries"], tuple(found["missing"]), tuple(found["unjudged"])
    )


def compare(
    run: Run, other: Run, qrels: Qrels, measures: Sequence[str] = ("nDCG@10",)
) -> dict[str, Comparison]:
    """Compares a second run with a first one, by tests of significance for each measure."""
    with TemporaryDirectory(prefix="isogloss-") as folder:
        file = _write(Path(folder, "other.run"), _run_lines(other))
        found = _evaluate(run, qrels, *_names(measures), "-c", f"--compare={file}")
    return {
        name: Comparison(
            each["baseline"],
            each["other"],
            (each["interval_low"], each["interval_high"]),
            each["t_test_p"],
            each["randomization_p"],
        )
        for name, each in found["measures"].items()
    }


def fairness(
    run: Run, qrels: Qrels, languages: Mapping[str, str], depths: Sequence[int] = (10, 20, 100)
) -> Fairness:
    """Measures how fair a run is to the languages of a pool.

    Args:
        run: scores of documents by queries
        qrels: grades of documents by queries
        languages: the language of each document
        depths: numbers of first hits to look at
    """
    with TemporaryDirectory(prefix="isogloss-") as folder:
        lines = (f"{_id(id)}\t{language}\n" for id, language in languages.items())
        file = _write(Path(folder, "languages.tsv"), lines)
        found = _evaluate(
            run, qrels, f"--document-languages={file}", f"--depths={','.join(map(str, depths))}"
        )
    return Fairness(
        _by_depth(found["peer"]),
        {language: _by_depth(shares) for language, shares in found["shares"].items()},
        found["relevant_shares"],
    )


def _evaluate(scores: Run, qrels: Qrels, *options: str) -> dict[str, Any]:
    with TemporaryDirectory(prefix="isogloss-") as folder:
        grades = (
            f"{_id(query)} 0 {_id(document)} {grade}\n"
            for query, documents in qrels.items()
            for document, grade in documents.items()
        )
        written = local.run(
            "evaluate",
            "--format=json",
            *options,
            _write(Path(folder, "qrels"), grades),
            _write(Path(folder, "run"), _run_lines(scores)),
        )
    return dict(json.loads(written))


def _run_lines(scores: Run) -> Iterable[str]:
    for query, documents in scores.items():
        ranked = sorted(documents.items(), key=lambda each: -each[1])
        for rank, (document, score) in enumerate(ranked, 1):
            yield f"{_id(query)} Q0 {_id(document)} {rank} {float(score)!r} run\n"


def _id(id: str) -> str:
    if not id or any(map(str.isspace, id)):
        raise ValueError(f"the id {id!r} has white space, which files of runs cannot have")
    return id


def _names(measures: Sequence[str]) -> list[str]:
    return [f"-m={measure}" for measure in measures]


def _write(file: Path, lines: Iterable[str]) -> Path:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(lines)
    return file


def _by_depth(values: Mapping[str, float]) -> dict[int, float]:
    return {int(depth): value for depth, value in values.items()}
