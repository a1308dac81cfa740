"""Writes training data for retrieval from documentation and question answering data, which the suite does not contain.

    python3 examples.py passages PAGES HELP QA EXCLUDED TO
    python3 examples.py negatives TO

The first command reads PAGES, a file of pages.py; HELP, a parallel documentation; QA, a folder of question answering data; and
EXCLUDED, folders separated by commas of texts on which models are measured: lines and sentences that occur there are left out. It
writes into TO

    documentation/LANGUAGE.tsv.gz    HELP, and the lines of pages whose translations have as many lines
    judged/documents.jsonl           passages of pages, sections of HELP in five languages each, paragraphs of QA
    judged/queries.jsonl             titles, descriptions and lines of pages, headings of HELP, questions
    mining/                          a collection with one passage of each page, section or paragraph

The second command completes mining/negatives.txt, which isogloss collection negatives wrote, to judged/qrels.txt: a negative
becomes the same page in a language chosen at random.
"""

import collections
import gzip
import json
import pathlib
import random
import re
import sys
import unicodedata

UNSPACED = {"zh", "ja", "th", "km", "my"}
CHARACTERS_PER_WORD = 2.2  # in languages without spaces
PASSAGE_WORDS = [60, 100, 160, 160, 160]
SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*")
HEADING = re.compile(r"h[1-6]")


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
        return key(text) not in self.keys and not any(
            len(found) >= 24 and found in self.keys for found in map(key, SENTENCE_END.split(text)))


def words(text, language):
    return len(text) / CHARACTERS_PER_WORD if language in UNSPACED else len(text.split())


def ranges(lines, language, limit):
    """Divides lines into ranges of at most so many words, or one line."""
    start = count = 0
    for i, line in enumerate(lines):
        size = words(line, language)
        if i > start and count + size > limit:
            yield start, i
            start, count = i, 0
        count += size
    if start < len(lines):
        yield start, len(lines)


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


class Examples:
    """Passages, the groups of versions of a passage in several languages, and queries with relevant passages."""

    def __init__(self):
        self.documents = {}  # (title, text) -> id
        self.languages = {}  # id -> language
        self.groups = {}  # group -> ids
        self.queries = []
        self.kinds = collections.Counter()

    def document(self, title, text, language):
        found = self.documents.setdefault((title, text), f"d{len(self.documents)}")
        self.languages.setdefault(found, language)
        return found

    def query(self, text, language, relevant, group, kind):
        self.queries.append((text, language, sorted(set(relevant)), group))
        self.kinds[kind] += 1


def read_pages(file):
    """Pages by link and language. Traditional Chinese is left out, since zh stands for the simplified one."""
    pages = collections.defaultdict(dict)
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["language"] != "zh-Hant":
                pages[record["link"]][record["language"].removesuffix("-Hans")] = record
    return pages


def add_pages(pages, exclusion, examples, documentation, rng):
    owners = collections.defaultdict(set)
    for link, versions in pages.items():
        for record in versions.values():
            for field in ("title", "description"):
                owners[key(record.get(field, ""))].add(link)
    for link, versions in sorted(pages.items()):
        if "en" not in versions:
            continue
        english = versions["en"]["text"].split("\n")
        allowed = [exclusion.allows(line) for line in english]
        aligned = {}
        for code, record in versions.items():
            lines = record["text"].split("\n")
            if len(lines) == len(english):
                aligned[code] = [line if ok else "" for line, ok in zip(lines, allowed)]
            if exclusion.allows(record["title"]):
                documentation[code].append((link, "title", "h1", record["title"]))
        for code, lines in aligned.items():
            documentation[code].extend(
                (link, f"p{i}", "p", line.replace("\t", " ")) for i, line in enumerate(lines)
                if len(line) >= 3 and (code == "en" or line != english[i]))
        limit = rng.choice(PASSAGE_WORDS)
        passages = {}  # language -> (numbers of lines, id)
        for code, lines in aligned.items():
            kept = [i for i, line in enumerate(lines) if line]
            parts = [(set(kept[start:end]), examples.document(
                versions[code]["title"], "\n".join(lines[i] for i in kept[start:end]), code))
                for start, end in ranges([lines[i] for i in kept], code, limit)]
            if parts:
                passages[code] = parts
        if len(passages) < 2:
            continue
        examples.groups[link] = {code: [found for _, found in parts] for code, parts in passages.items()}
        for code, record in versions.items():
            queries = [(field, record.get(field, ""), None) for field in ("title", "description")]
            queries = [(kind, text, line) for kind, text, line in queries
                       if len(key(text)) >= 3 and len(owners[key(text)]) == 1 and exclusion.allows(text)]
            if code in aligned:
                long = [i for i, line in enumerate(aligned[code]) if 12 <= len(line) <= 160]
                queries.extend(("line", aligned[code][i], i) for i in rng.sample(long, min(2, len(long))))
            # In any language, as the negatives are: otherwise passages in the language of the query would seem wrong.
            languages = sorted(passages)
            for kind, text, line in queries:
                relevant = []
                for other in rng.sample(languages, min(5, len(languages))):
                    if line is not None:
                        relevant.extend(found for numbers, found in passages[other] if line in numbers)
                    else:
                        parts = passages[other]
                        relevant.append((parts[0] if rng.random() < .75 else rng.choice(parts))[1])
                if relevant:
                    examples.query(typed(text, rng), code, relevant, link, kind)


def add_help(folder, examples, documentation, rng):
    sections = collections.defaultdict(dict)  # (page, id) -> language -> [title of the page, heading, lines]
    for file in sorted(pathlib.Path(folder).glob("*.tsv.gz")):
        code = file.name.split(".")[0]
        page, title, section = None, "", None
        with gzip.open(file, "rt", encoding="utf-8") as rows:
            for row in rows:
                link, number, tag, text = row.rstrip("\n").split("\t")
                documentation[code].append((link, number, tag, text))
                if link != page:
                    page, title, section = link, "", None
                if HEADING.fullmatch(tag):
                    title = text if tag == "h1" else title
                    section = sections[link, number].setdefault(code, [title, text, []])
                elif section is not None:
                    section[2].append(text)
    owners = collections.defaultdict(set)
    for group, versions in sections.items():
        for _, heading, _ in versions.values():
            owners[key(heading)].add(group)
    for group, versions in sorted(sections.items()):
        if "en" not in versions:
            continue
        english = versions["en"]
        translated = sorted(
            code for code, (_, _, lines) in versions.items()
            if sum(map(len, lines)) >= 40 and (code == "en" or lines[:3] != english[2][:3]))
        if len(translated) < 2:
            continue
        limit = rng.choice(PASSAGE_WORDS)
        found = {}
        for code in rng.sample(translated, min(5, len(translated))):
            title, heading, lines = versions[code]
            _, end = next(ranges(lines, code, limit))
            text = "\n".join(lines[:end])
            if heading != title and rng.random() < .5:
                text = heading + "\n" + text
            elif heading == title and rng.random() < .5:
                title = ""
            found[code] = examples.document(title, text, code)
        name = "/".join(group)
        examples.groups[name] = {code: [document] for code, document in found.items()}
        for code in rng.sample(sorted(versions), min(5, len(versions))):
            heading = versions[code][1]
            if len(owners[key(heading)]) == 1 and len(key(heading)) >= 3 and (code == "en" or heading != english[1]):
                examples.query(typed(heading, rng), code, found.values(), name, "heading")


def add_questions(folder, exclusion, examples, rng):
    asked = set()
    for file in sorted(pathlib.Path(folder).glob("*.train.json.gz")):
        code = file.name.split(".")[0]
        for article in json.load(gzip.open(file))["data"]:
            for paragraph in article["paragraphs"]:
                text = paragraph["context"].strip()
                questions = [entry["question"].strip() for entry in paragraph["qas"] if entry["answers"]]
                questions = [question for question in questions
                             if exclusion.allows(question) and key(question) not in asked]
                if key(text) in exclusion.keys or not questions:
                    continue
                title = article.get("title", "").replace("_", " ") if rng.random() < .3 else ""
                document = examples.document(title, text, code)
                group = "question/" + document
                examples.groups[group] = {code: [document]}
                for question in questions:
                    asked.add(key(question))
                    examples.query(typed(question, rng) if rng.random() < .3 else question, code, [document], group,
                                   "question")


def write_lines(file, records):
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "w", encoding="utf-8") as out:
        out.writelines((record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)) + "\n"
                       for record in records)


def write_passages(pages, help_folder, qa, excluded, to):
    rng = random.Random(7)
    examples, documentation = Examples(), collections.defaultdict(list)
    exclusion = Exclusion(excluded.split(","))
    add_pages(read_pages(pages), exclusion, examples, documentation, rng)
    add_help(help_folder, examples, documentation, rng)
    add_questions(qa, exclusion, examples, rng)
    print(*(f"{count} queries from {kind}s" for kind, count in examples.kinds.items()),
          f"{len(examples.documents)} passages of {len(examples.groups)} pages, sections and paragraphs", sep="\n")
    (to / "documentation").mkdir(parents=True, exist_ok=True)
    for code, rows in documentation.items():
        if len(rows) >= 100:
            with gzip.open(to / "documentation" / f"{code}.tsv.gz", "wt", encoding="utf-8") as out:
                out.writelines("\t".join(row) + "\n" for row in rows)
    documents = {found: {"id": found, "language": examples.languages[found], "title": title, "text": text}
                 for (title, text), found in examples.documents.items()}
    queries = [{"id": f"q{number}", "language": code, "text": text}
               for number, (text, code, _, _) in enumerate(examples.queries)]
    write_lines(to / "judged/documents.jsonl", documents.values())
    write_lines(to / "judged/queries.jsonl", queries)
    write_lines(to / "judged/relevant.txt", (f"q{number} 0 {document} 1"
                for number, (_, _, relevant, _) in enumerate(examples.queries) for document in relevant))
    write_lines(to / "groups.jsonl", ({"group": group, "versions": versions}
                for group, versions in examples.groups.items()))
    of_group = {group: versions[code := rng.choice(sorted(versions))][0] for group, versions in examples.groups.items()}
    write_lines(to / "mining/documents.jsonl", (documents[found] for found in dict.fromkeys(of_group.values())))
    write_lines(to / "mining/queries.jsonl", queries)
    write_lines(to / "mining/qrels.txt", (f"q{number} 0 {of_group[group]} 1"
                for number, (_, _, _, group) in enumerate(examples.queries)))


def complete_negatives(to):
    rng = random.Random(11)
    versions = {}  # id of any passage -> the versions of its page
    for line in open(to / "groups.jsonl", encoding="utf-8"):
        group = json.loads(line)["versions"]
        versions.update((found, group) for ids in group.values() for found in ids)
    judged = dict.fromkeys(line.rstrip("\n").rsplit(" ", 1)[0] + " 1" for line in open(to / "judged/relevant.txt"))
    known = {line.rsplit(" ", 1)[0] for line in judged}
    for line in open(to / "mining/negatives.txt"):
        query, _, found, grade = line.split()
        if grade == "0":
            group = versions[found]
            negative = f"{query} 0 {rng.choice(group[rng.choice(sorted(group))])}"
            if negative not in known:
                known.add(negative)
                judged[negative + " 0"] = None
    write_lines(to / "judged/qrels.txt", judged)
    print(f"{len(judged)} judgements")


if __name__ == "__main__":
    if sys.argv[1:2] == ["passages"]:
        write_passages(*sys.argv[2:6], pathlib.Path(sys.argv[6]))
    else:
        complete_negatives(pathlib.Path(sys.argv[2]))
