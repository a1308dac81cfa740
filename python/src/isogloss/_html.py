# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""How notebooks show results."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isogloss.parallel import AlignedPair
    from isogloss.results import Hit, SearchResults

RIGHT_TO_LEFT = {"ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "dv", "ckb"}


def results(found: SearchResults) -> str:
    """A table with a row for each hit; texts of documents are escaped."""
    rows = "".join(map(_row, found.hits))
    note = "<p>Nothing surely answers the query.</p>" if found.nothing_surely_fits else ""
    return (
        f"{note}<table><thead><tr><th>rank</th><th>probability</th><th>language</th><th>hit</th></tr>"
        f"</thead><tbody>{rows}</tbody></table>"
    )


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
