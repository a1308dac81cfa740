# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Parallel text: translations among sentences, and the words in them that correspond.

These functions run commands of the installation (`isogloss.command`) and need no server.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from isogloss import _html
from isogloss._calls import listed
from isogloss.local import run


@dataclass(frozen=True)
class MinedPair:
    """Two sentences that are probably translations of each other.

    Attributes:
        score: the margin of their similarity over that of their neighbours; comparable only for
            the same model and margin
        source: position of the source sentence in its list, from 0
        target: position of the target sentence in its list, from 0
        source_text: the source sentence
        target_text: the target sentence
    """

    score: float
    source: int
    target: int
    source_text: str
    target_text: str


@dataclass(frozen=True)
class AlignedPair:
    """The words of a sentence and its translation, and which of them correspond.

    Attributes:
        source: words of the source sentence, in lower case; none if the pair was skipped
        target: words of the target sentence
        links: pairs of positions of a source and a target word, from 0
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: tuple[tuple[int, int], ...]

    def words(self) -> list[tuple[str, str]]:
        """The words of each link."""
        return [(self.source[source], self.target[target]) for source, target in self.links]

    def _repr_html_(self) -> str:
        return _html.aligned(self)


def mine(
    source: Sequence[str],
    target: Sequence[str],
    *,
    model: str = "compact",
    threshold: float | None = None,
    best: int | None = None,
    options: Sequence[str] = (),
) -> list[MinedPair]:
    """Finds the sentences of two lists that are translations of each other.

    Blank and repeated sentences, and those that are longer than the model reads, have no pair.

    Args:
        source: sentences, most of which may have no translation in the other list
        target: sentences in the other language
        model: a shipped model or the folder of one
        threshold: the smallest score of a pair; without it, each sentence gets a pair
        best: the largest number of pairs
        options: other options of ``isogloss mine``

    Returns:
        The pairs, the best first.
    """
    sources, targets = listed(source), listed(target)
    limits = [] if threshold is None else [f"--threshold={threshold}"]
    limits += [] if best is None else [f"--best={best}"]
    with TemporaryDirectory(prefix="isogloss-") as folder:
        found = Path(folder, "pairs.tsv")
        run(
            "mine",
            "--quiet",
            "--line-numbers",
            f"--model={model}",
            f"--to={found}",
            *limits,
            *options,
            _lines(Path(folder, "source.txt"), sources),
            _lines(Path(folder, "target.txt"), targets),
        )
        rows = [line.split("\t") for line in _read(found)[1:]]
    return [
        MinedPair(
            float(row[2]), int(row[0]) - 1, int(row[1]) - 1, sources[int(row[0]) - 1],
            targets[int(row[1]) - 1],
        )
        for row in rows
    ]  # fmt: skip


def align(
    pairs: Iterable[tuple[str, str]],
    source_language: str,
    target_language: str,
    *,
    table: str | os.PathLike[str] | None = None,
    options: Sequence[str] = (),
) -> list[AlignedPair]:
    """Learns from sentences and their translations which words correspond, and links them.

    Args:
        pairs: sentences and their translations; a pair with a blank side is skipped
        source_language: such as ``de``
        target_language: such as ``en``
        table: a file to which the probabilities of translations of words are written
        options: other options of ``isogloss align``

    Returns:
        A value for each pair, in their order.
    """
    sides = list(pairs)
    with TemporaryDirectory(prefix="isogloss-") as folder:
        links, words = Path(folder, "links"), Path(folder, "words")
        run(
            "align",
            "--quiet",
            "--on-error=skip",
            f"--from={source_language}",
            f"--to={target_language}",
            f"--links={links}",
            f"--words={words}",
            *([] if table is None else [f"--table={os.fspath(table)}"]),
            *options,
            _lines(Path(folder, "source.txt"), [source for source, _ in sides]),
            _lines(Path(folder, "target.txt"), [target for _, target in sides]),
        )
        return [_aligned(*each) for each in zip(_read(words), _read(links), strict=True)]


def _aligned(words: str, links: str) -> AlignedPair:
    source, _, target = words.partition(" ||| ")
    return AlignedPair(
        tuple(source.split()),
        tuple(target.split()),
        tuple((int(one), int(other)) for one, other in (link.split("-") for link in links.split())),
    )


def _lines(file: Path, texts: Sequence[str]) -> Path:
    """Writes one text on each line; white space within a text becomes blanks."""
    file.write_text("".join(f"{' '.join(text.split())}\n" for text in texts), "utf-8", newline="\n")
    return file


def _read(file: Path) -> list[str]:
    return file.read_text("utf-8").split("\n")[:-1]
