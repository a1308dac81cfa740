"""Writes training data for the retrieval of pages in other languages.

    python3 examples.py pages TRAINING EXCLUDED TO
    python3 examples.py judgements TO

The first command merges the titles and descriptions of TRAINING, the collections of performance/suite/training, to one
collection in TO: its queries, as users type them, and pages. A page of which a line, sentence or title occurs in EXCLUDED,
folders separated by commas, is left out in all languages. Questions about passages in the same language are added, as many in
each language.

The second command completes negatives.txt, which isogloss collection negatives wrote, to judgements.txt: pages in the language of
the query are relevant no more, so that a query retrieves pages in other languages, and its own language is no hint. The
passages of questions stay: training compares them with passages in their language only.
"""

import collections
import gzip
import json
import pathlib
import random
import re
import sys
import unicodedata

QUESTIONS = 1400
SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*")


def key(text):
    """The letters and digits of a text, which equal texts have in common."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for child in value.values() if isinstance(value, dict) else value:
            yield from strings(child)


def texts(file):
    """All texts of a file: the strings of JSON, or the columns of lines."""
    name = file.name.removesuffix(".gz")
    content = (gzip.open(file).read() if name != file.name else file.read_bytes()).decode("utf-8", "replace")
    if name.endswith(".json"):
        yield from strings(json.loads(content))
    elif name.endswith(".jsonl"):
        for line in content.splitlines():
            yield from strings(json.loads(line))
    else:
        yield from re.split(r"[\n\t]", content)


class Exclusion:
    """Lines and sentences that must not be trained on."""

    def __init__(self, folders):
        self.keys = set()
        for file in (file for folder in folders for file in sorted(pathlib.Path(folder).rglob("*")) if file.is_file()):
            for text in texts(file):
                for line in text.split("\n"):
                    self.add(line, 12)
                    for sentence in SENTENCE_END.split(line):
                        self.add(sentence, 24)

    def add(self, text, least):
        found = key(text)
        if len(found) >= least:
            self.keys.add(found)

    def allows(self, text):
        return not any(key(line) in self.keys or any(
            len(found) >= 24 and found in self.keys for found in map(key, SENTENCE_END.split(line)))
            for line in text.split("\n"))


def typed(text, rng):
    """A query as users type it: often in small letters, sometimes without accents or with an error."""
    if rng.random() < .4:
        text = text.lower()
    if rng.random() < .1:
        text = unicodedata.normalize(
            "NFC", "".join(c for c in unicodedata.normalize("NFD", text) if not 0x300 <= ord(c) <= 0x36F))
    if rng.random() < .12:
        parts = text.split(" ")
        long = [i for i, word in enumerate(parts) if len(word) >= 5 and word.isalpha() and ord(word[0]) < 0x530]
        if long:
            i = rng.choice(long)
            word = parts[i]
            at = rng.randrange(1, len(word) - 1)
            parts[i] = rng.choice([word[:at] + word[at + 1] + word[at] + word[at + 2:],
                                   word[:at] + word[at + 1:], word[:at] + word[at] + word[at:]])
            text = " ".join(parts)
    return text


def read(file):
    with open(file, encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def write(file, lines):
    with open(file, "w", encoding="utf-8") as out:
        out.writelines(line + "\n" for line in lines)


def page(document):
    """The page of a document, whose id is LANGUAGE/PAGE."""
    return document.split("/", 1)[1]


def write_pages(training, excluded, to):
    rng = random.Random(7)
    exclusion = Exclusion(excluded.split(","))
    folders = sorted([*training.glob("titles-*"), *training.glob("descriptions-*")])
    documents, queries = {}, {}
    for folder in folders:
        documents.update((document["id"], document) for document in read(folder / "documents.jsonl"))
        kind = folder.name.split("-")[0]
        queries.update(((kind, query["id"]), query) for query in read(folder / "queries.jsonl"))
    left_out = {page(document["id"]) for document in documents.values()
                if not exclusion.allows(document["title"] + "\n" + document["text"])}
    left_out |= {page(query["id"]) for query in queries.values() if not exclusion.allows(query["text"])}
    documents = {found: document for found, document in documents.items() if page(found) not in left_out}
    versions = collections.defaultdict(list)
    for found in documents:
        versions[page(found)].append(found)
    judged = []
    asked = []
    for (kind, found), query in queries.items():
        relevant = versions.get(page(found), [])
        if any(documents[version]["language"] != query["language"] for version in relevant):
            name = f"{kind}/{found}"
            asked.append({**query, "id": name, "text": typed(query["text"], rng)})
            judged.extend(f"{name} 0 {version} 1" for version in relevant)
    pages = len(asked)
    add_questions(training / "questions", exclusion, rng, documents, asked, judged)
    for name, records in ("documents", documents.values()), ("queries", asked):
        write(to / f"{name}.jsonl", (json.dumps(record, ensure_ascii=False) for record in records))
    write(to / "qrels.txt", judged)
    print(f"{pages} queries, {len(documents)} documents, of {len(versions)} pages; {len(left_out)} pages left out; "
          f"{len(asked) - pages} questions")


def add_questions(folder, exclusion, rng, documents, asked, judged):
    """Adds questions and their passages, at most QUESTIONS: as many in each language, and as few of a passage as can be."""
    passages = {document["id"]: document for document in read(folder / "documents.jsonl")
                if exclusion.allows(document["text"])}
    questions = {query["id"]: query for query in read(folder / "queries.jsonl")}
    of_language = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in (folder / "qrels.txt").read_text(encoding="utf-8").splitlines():
        question, _, passage, _ = line.split()
        if passage in passages and exclusion.allows(questions[question]["text"]):
            of_language[questions[question]["language"]][passage].append(question)
    for of_passage in of_language.values():
        turns = []
        for passage, found in of_passage.items():
            rng.shuffle(found)
            turns.extend((turn, rng.random(), passage, question) for turn, question in enumerate(found))
        for _, _, passage, question in sorted(turns)[:QUESTIONS // len(of_language)]:
            query = questions[question]
            name = f"questions/{question}"
            asked.append({**query, "id": name, "text": typed(query["text"], rng)})
            documents[passage] = passages[passage]
            judged.append(f"{name} 0 {passage} 1")


def write_judgements(to):
    languages = {record["id"]: record["language"] for name in ("documents", "queries") for record in read(to / f"{name}.jsonl")}
    lines = (to / "negatives.txt").read_text(encoding="utf-8").splitlines()
    kept = []
    for line in lines:
        query, _, document, grade = line.split()
        if grade == "0" or languages[query] != languages[document] or query.startswith("questions/"):
            kept.append(line)
    write(to / "judgements.txt", kept)
    print(f"{len(kept)} judgements")


if __name__ == "__main__":
    if sys.argv[1:2] == ["pages"]:
        write_pages(pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4]))
    else:
        write_judgements(pathlib.Path(sys.argv[2]))
