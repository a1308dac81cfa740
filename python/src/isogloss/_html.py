# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""How notebooks show results."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from isogloss.batch import SearchBatch
    from isogloss.parallel import AlignedPair
    from isogloss.results import Hit, SearchResults

RIGHT_TO_LEFT = {"ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "dv", "ckb"}


MOST_QUERIES = 20


def results(found: SearchResults) -> str:
    """A table with a row for each hit; texts of documents are escaped."""
    if not found.hits:
        return "".join(
            f"<p>{escape(each)}</p>" for each in ("Nothing found.", *found.nothing_found)
        )
    note = "<p>Nothing surely answers the query.</p>" if found.nothing_surely_fits else ""
    return note + hits(found.hits)


def hits(found: Sequence[Hit]) -> str:
    """A table with a row for each hit."""
    rows = "".join(map(_row, found))
    return (
        "<table><thead><tr><th>rank</th><th>probability</th><th>language</th><th>hit</th></tr>"
        f"</thead><tbody>{rows}</tbody></table>"
    )


def batch(found: SearchBatch) -> str:
    """The first results of each query, of the first queries."""
    shown = list(zip(found.ids, found, strict=True))[:MOST_QUERIES]
    left = len(found) - len(shown)
    return "".join(
        f"<p><b>{escape(id)}</b> {escape(each.query)}</p>{hits(each.hits[:3])}"
        for id, each in shown
    ) + (f"<p>and {left} more queries</p>" if left else "")


def aligned(pair: AlignedPair) -> str:
    """A table of the source words, and of the target words that each is linked to."""
    columns = [
        (word, " ".join(pair.target[target] for source, target in pair.links if source == position))
        for position, word in enumerate(pair.source)
    ]
    rows = zip(*columns, strict=True)
    cells = ("".join(f"<td>{escape(word)}</td>" for word in row) for row in rows)
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>"


def _row(hit: Hit) -> str:
    probability = "" if hit.probability is None else f"{hit.probability:.2f}"
    language = escape(hit.language, quote=True)
    direction = "rtl" if hit.language.split("-")[0] in RIGHT_TO_LEFT else "ltr"
    return (
        f"<tr><td>{hit.rank}</td><td>{probability}</td><td>{language}</td>"
        f'<td lang="{language}" dir="{direction}" style="text-align: start">'
        f"<b>{escape(hit.title or hit.id)}</b><br>{_marked(hit)}</td></tr>"
    )


def _marked(hit: Hit) -> str:
    parts, end = [], 0
    for start, stop in hit.highlights:
        parts.append(escape(hit.snippet[end:start]))
        parts.append(f"<mark>{escape(hit.snippet[start:stop])}</mark>")
        end = stop
    return "".join(parts) + escape(hit.snippet[end:])
