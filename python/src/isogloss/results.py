# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""What the server replies, as immutable values.

Positions in texts are converted: the server counts UTF-16 units, these values characters of Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from isogloss import _html
from isogloss.errors import DocumentsRejectedError

if TYPE_CHECKING:
    import pandas
    import polars

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Version:
    """A translation of a hit."""

    id: str
    language: str
    title: str
    passage: int
    score: float


@dataclass(frozen=True)
class Hit:
    """A passage or document that a search found.

    Attributes:
        rank: from 1
        score: of the last stage of the pipeline; not comparable across queries
        probability: that the hit answers the query, 0 to 1; None if it is not known
        id: of the document
        language: of the document, such as ``de``
        title: of the document
        passage: number of the passage in its document, from 0
        text: the passage
        snippet: its best sentence
        highlights: pairs of start and end in the snippet
        metadata: fields of the document
        versions: translations of the hit, if they were grouped
        preferred: whether a preference for its language put the hit above one at least as good
        pinned: whether the rules of the index put its document first for this query
        explanation: stages and words, if requested, as the server describes them
    """

    rank: int
    score: float
    probability: float | None
    id: str
    language: str
    title: str
    passage: int
    text: str
    snippet: str
    highlights: tuple[tuple[int, int], ...]
    metadata: Json
    versions: tuple[Version, ...] = ()
    preferred: bool = False
    pinned: bool = False
    explanation: Json | None = field(default=None, repr=False)

    @classmethod
    def _read(cls, json: Json) -> Hit:
        snippet = json["snippet"]
        return cls(
            rank=json["rank"],
            score=json["score"],
            probability=json.get("probability"),
            id=json["id"],
            language=json["language"],
            title=json["title"],
            passage=json["passage"],
            text=json["text"],
            snippet=snippet,
            highlights=_ranges(snippet, json["highlights"]),
            metadata=json["metadata"],
            versions=tuple(_version(version) for version in json.get("versions", ())),
            preferred=json.get("preferred", False),
            pinned=json.get("pinned", False),
            explanation=json.get("explanation"),
        )

    def _repr_html_(self) -> str:
        return _html.hits([self])


@dataclass(frozen=True)
class FacetValue:
    """A value of a field, and the number of likely documents that have it."""

    value: str
    documents: int


@dataclass(frozen=True)
class SearchResults(Sequence[Hit]):
    """The hits of a search, best first: a sequence of `Hit`.

    Attributes:
        query: as it was searched: without operators, a romanized one in the script of its language
        language: of the query, as stated or identified; ``und`` if it is neither
        language_probability: that the identified language is right; None if it was stated
        pipeline: that ranked the hits
        hits: those of the page
        facets: of each requested field
        conditions: the operators of the query as a filter; None if it has none
        suggestion: the query in another spelling, if a word is probably misspelt
        answers: as the server describes them, if requested
        nothing_surely_fits: whether no hit answers the query with a probability of .5 or more
        elapsed_ms: milliseconds that the server needed
        nothing_found: if there are no hits, sentences on the languages of the index and the values
            of filtered fields, as far as they restricted the search
    """

    query: str
    language: str
    language_probability: float | None
    pipeline: str
    hits: tuple[Hit, ...]
    facets: Mapping[str, tuple[FacetValue, ...]]
    conditions: str | None
    suggestion: str | None
    answers: tuple[Json, ...]
    nothing_surely_fits: bool
    elapsed_ms: float
    nothing_found: tuple[str, ...] = ()

    @classmethod
    def _read(cls, json: Json) -> SearchResults:
        return cls(
            query=json["query"],
            language=json["language"],
            language_probability=json.get("language_probability"),
            pipeline=json["pipeline"],
            hits=tuple(Hit._read(hit) for hit in json["hits"]),
            facets={
                name: tuple(FacetValue(each["value"], each["documents"]) for each in values)
                for name, values in json.get("facets", {}).items()
            },
            conditions=json.get("conditions"),
            suggestion=json.get("suggestion"),
            answers=tuple(json.get("answers", ())),
            nothing_surely_fits=json["nothing_surely_fits"],
            elapsed_ms=json["elapsed_ms"],
            nothing_found=tuple(json.get("nothing_found", {}).get("sentences", ())),
        )

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __getitem__(self, index: Any) -> Any:
        return self.hits[index]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each hit, with the columns of `to_pandas` and `to_polars`."""
        return [
            {
                "query": self.query,
                "rank": hit.rank,
                "score": hit.score,
                "probability": hit.probability,
                "id": hit.id,
                "language": hit.language,
                "title": hit.title,
                "passage": hit.passage,
                "text": hit.text,
            }
            for hit in self.hits
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row for each hit; needs pandas."""
        import pandas

        return pandas.DataFrame(self.rows(), columns=list(COLUMNS))

    def to_polars(self) -> polars.DataFrame:
        """A data frame with a row for each hit; needs polars."""
        import polars

        return polars.DataFrame(self.rows(), schema=list(COLUMNS), orient="row")

    def _repr_html_(self) -> str:
        return _html.results(self)


COLUMNS = (
    "query",
    "rank",
    "score",
    "probability",
    "id",
    "language",
    "title",
    "passage",
    "text",
)


@dataclass(frozen=True)
class Neighbour:
    """A passage whose vector is near to another one."""

    rank: int
    score: float
    id: str
    language: str
    title: str
    passage: int
    text: str
    metadata: Json

    @classmethod
    def _read(cls, json: Json) -> Neighbour:
        return cls(**{name: json[name] for name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class Rejection:
    """A document that was not indexed.

    Attributes:
        position: of the document in what was put, from 0
        id: None if the document has none that can be read
        status: the HTTP status that it would have alone
        detail: the reason
    """

    position: int
    id: str | None
    status: int
    detail: str

    def __str__(self) -> str:
        return f"{self.id or f'document {self.position}'}: {self.detail} ({self.status})"


@dataclass(frozen=True)
class PutResult:
    """What became of documents: how many were indexed, and which were rejected."""

    indexed: int
    rejected: tuple[Rejection, ...]

    def require_all(self) -> PutResult:
        """This result.

        Raises:
            DocumentsRejectedError: if a document was rejected
        """
        if self.rejected:
            raise DocumentsRejectedError(self.indexed, [str(each) for each in self.rejected])
        return self


@dataclass(frozen=True)
class RerankedText:
    """A text with its relevance to a query.

    Attributes:
        index: position of the text in the request, from 0
        score: of the re-ranker; higher is better
        probability: that the text answers the query, 0 to 1
    """

    index: int
    score: float
    probability: float


@dataclass(frozen=True)
class TranslationCount:
    """A translation of the words of a concordance.

    Attributes:
        words: as they are written most often; ``...`` stands for other words between them
        count: occurrences with this translation, in upper or lower case
        share: of the occurrences that were aligned, 0 to 1
    """

    words: str
    count: int
    share: float


@dataclass(frozen=True)
class ConcordanceLine:
    """A sentence with the words of a concordance, and its translation.

    Attributes:
        pair: number of the pair in the corpus, from 1
        source: the sentence
        match: start and end of the words in it
        target: its translation
        counterparts: start and end of each aligned word of the translation
    """

    pair: int
    source: str
    match: tuple[int, int]
    target: str
    counterparts: tuple[tuple[int, int], ...]

    @classmethod
    def _read(cls, json: Json) -> ConcordanceLine:
        source, target = json["source"], json["target"]
        (match,) = _ranges(source, [json["match"]])
        return cls(json["pair"], source, match, target, _ranges(target, json["counterparts"]))


@dataclass(frozen=True)
class Concordance:
    """How words are used and translated in a corpus of sentence pairs.

    Attributes:
        language: of the words
        translation_language: of the translations
        pairs: number of sentence pairs of the corpus
        malformed_pairs: pairs that could not be read, and were left out
        long_pairs: pairs with a sentence of more than 2,000 characters, which were left out
        occurrences: number of occurrences of the words
        per_million: occurrences per million words of the language
        dispersion: 0 if the occurrences are as even as all words, 1 if all are in one small part
        aligned: number of occurrences whose translations are counted, at most 1,000
        not_aligned: number of these without an aligned word
        translations: the most frequent ones first
        lines: sentences with the words
    """

    language: str
    translation_language: str
    pairs: int
    malformed_pairs: int
    long_pairs: int
    occurrences: int
    per_million: float
    dispersion: float
    aligned: int
    not_aligned: int
    translations: tuple[TranslationCount, ...]
    lines: tuple[ConcordanceLine, ...]

    @classmethod
    def _read(cls, json: Json) -> Concordance:
        return cls(
            language=json["language"],
            translation_language=json["translation_language"],
            pairs=json["pairs"],
            malformed_pairs=json["malformed_pairs"],
            long_pairs=json["long_pairs"],
            occurrences=json["occurrences"],
            per_million=json["per_million"],
            dispersion=json["dispersion"],
            aligned=json["aligned"],
            not_aligned=json["not_aligned"],
            translations=tuple(
                TranslationCount(each["words"], each["count"], each["share"])
                for each in json["translations"]
            ),
            lines=tuple(ConcordanceLine._read(each) for each in json["lines"]),
        )


@dataclass(frozen=True)
class IdentifiedLanguage:
    """The language of a text.

    Attributes:
        language: such as ``de``; ``ru-Latn`` if it is romanized; ``und`` if it is unsure
        confidence: from 0 to 1
        reliable: whether it is sure enough to be relied on
        embedded: another language that has several words in the text, if there is one
    """

    language: str
    confidence: float
    reliable: bool
    embedded: str | None


@dataclass(frozen=True)
class ModelInfo:
    """A model of a server.

    Attributes:
        name: of the model
        dimension: of its vectors of texts; 0 if it computes weights of terms only
        max_tokens: that it reads of a text
        fingerprint: of its weights and configuration
    """

    name: str
    dimension: int
    max_tokens: int
    fingerprint: str

    @classmethod
    def _read(cls, json: Json) -> ModelInfo:
        return cls(**{name: json[name] for name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class IndexInfo:
    """An index that a server has open."""

    name: str
    documents: int
    passages: int
    languages: Mapping[str, int]
    fields: Mapping[str, str]
    model: str | None
    pipeline: str

    @classmethod
    def _read(cls, json: Json) -> IndexInfo:
        return cls(
            name=json["name"],
            documents=json["documents"],
            passages=json["passages"],
            languages=json["languages"],
            fields=json["fields"],
            model=json.get("model"),
            pipeline=json["pipeline"],
        )


def _version(json: Json) -> Version:
    return Version(json["id"], json["language"], json["title"], json["passage"], json["score"])


def _ranges(text: str, pairs: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Converts pairs of positions from UTF-16 units to characters."""
    if text.isascii() or max(map(ord, text)) < 0x10000:
        return tuple((start, end) for start, end in pairs)
    characters = []  # the character to which each UTF-16 unit belongs
    for number, character in enumerate(text):
        characters.extend([number] * (2 if ord(character) >= 0x10000 else 1))
    characters.append(len(text))
    return tuple((characters[start], characters[end]) for start, end in pairs)
