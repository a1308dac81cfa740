"""Writes the pages of Debian's documentation packages as JSON lines, for isogloss collection pages.

    python3 pages.py PACKAGES TO NAME...

PACKAGES is a folder with packages (.deb) and lists of descriptions (Translation-LANGUAGE.bz2). A line of TO/NAME.jsonl.gz
is a page or a section: id, language, link (equal in its translations), title, text and, if its source has one, its
description in one line, which is no part of the text.
"""

import bz2
import collections
import gzip
import html.parser
import io
import json
import lzma
import pathlib
import re
import sys
import tarfile
import xml.etree.ElementTree as ElementTree

LANGUAGES = {"C": "en", "pt_BR": "pt", "pt-br": "pt", "zh_CN": "zh-Hans", "zh-cn": "zh-Hans", "zh_TW": "zh-Hant",
             "zh-tw": "zh-Hant", "sr@latin": "sr-Latn"}
MALLARD = "{http://projectmallard.org/1.0/}"
NUMBER = re.compile(r"^\s*(第\s*\d+\s*章|\w+\s+\d+\.|[A-Z]?\d*\.?(\d+\.)+|[A-Z]\.(\d+\.)*)\s*")
BLOCKS = {"p", "li", "dd", "dt", "pre", "td", "th", "tr", "div", "h1", "h2", "h3", "h4", "h5", "h6", "br", "title"}
HEADINGS = {"h1", "h2", "h3", "h4"}
HIDDEN = {"script", "style", "head"}
NAVIGATION = re.compile(r"\b(navheader|navfooter|toc|docnav|legalnotice|footer|index|keywordset|authorgroup)\b")


def language(code):
    return LANGUAGES.get(code, re.sub(r"-[A-Z]{2}$", "", code.replace("_", "-")))


def files(package):
    """The regular files of a package, by path."""
    with open(package, "rb") as archive:
        assert archive.read(8) == b"!<arch>\n", f"{package} is no Debian package"
        while header := archive.read(60):
            name, size = header[:16].decode().strip(" /"), int(header[48:58])
            content = archive.read(size + size % 2)[:size]
            if name == "data.tar.xz":
                with tarfile.open(fileobj=io.BytesIO(lzma.decompress(content))) as tar:
                    for member in tar:
                        if member.isfile() and member.name.endswith((".html", ".page")):
                            yield member.name.removeprefix("./"), tar.extractfile(member).read()


class Sections(html.parser.HTMLParser):
    """The sections of a page: anchor of the heading, heading, text below it. The first has no heading."""

    def __init__(self):
        super().__init__()
        self.sections = [[None, [], []]]
        self.hidden = []
        self.heading = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if self.hidden or tag in HIDDEN or NAVIGATION.search(attributes.get("class") or ""):
            if tag not in ("meta", "link", "br", "img", "hr", "input", "col"):
                self.hidden.append(tag)
            return
        if tag in HEADINGS:
            self.heading = True
            self.sections.append([attributes.get("id"), [], []])
        if self.heading and not self.sections[-1][0]:
            self.sections[-1][0] = attributes.get("id") or attributes.get("name")
        if tag in BLOCKS:
            self.handle_data("\n")

    def handle_startendtag(self, tag, attributes):
        if not self.hidden and self.heading and not self.sections[-1][0]:
            self.sections[-1][0] = dict(attributes).get("id") or dict(attributes).get("name")

    def handle_endtag(self, tag):
        if self.hidden:
            if tag in self.hidden:
                while self.hidden.pop() != tag:
                    pass
            return
        if tag in HEADINGS:
            self.heading = False
        if tag in BLOCKS:
            self.handle_data("\n")

    def handle_data(self, data):
        if not self.hidden:
            self.sections[-1][1 if self.heading else 2].append(data)


def tidy(parts):
    lines = (re.sub(r"\s+", " ", line).strip() for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def sections(content):
    parser = Sections()
    parser.feed(content.decode("utf-8", "replace"))
    return [(anchor, NUMBER.sub("", tidy(title).replace("\n", " ")), tidy(text))
            for anchor, title, text in parser.sections]


def page(content):
    """The first heading of a page, and all its text."""
    found = sections(content)
    title = next((title for _, title, _ in found if title), "")
    return title, "\n".join(part for _, heading, text in found for part in (heading, text) if part and part != title)


def mallard(content):
    """Title, description and text of a page of GNOME's help."""
    root = ElementTree.fromstring(content)
    information = root.find(MALLARD + "info")
    description = information.find(MALLARD + "desc") if information is not None else None
    if information is not None:
        root.remove(information)
    title = root.find(MALLARD + "title")
    root.remove(title)
    text = []

    def read(element):
        text.append(element.text or "")
        for child in element:
            read(child)
            text.append(child.tail or "")
        if element.tag.removeprefix(MALLARD) in {"p", "title", "item", "td", "code", "screen"}:
            text.append("\n")

    read(root)
    lines = re.split(r"\n\s*\n|\n$", "".join(text))
    whole = lambda element: tidy(["".join(element.itertext()).replace("\n", " ")]) if element is not None else ""
    return whole(title), whole(description), "\n".join(filter(None, (re.sub(r"\s+", " ", line).strip() for line in lines)))


def descriptions(folder):
    """Short and long descriptions of packages, by package and language."""
    for file in sorted(folder.glob("Translation-*.bz2")):
        code = file.name.removeprefix("Translation-").removesuffix(".bz2")
        for entry in bz2.open(file, "rt", encoding="utf-8").read().split("\n\n"):
            found = re.fullmatch(r"Package: (\S+)\nDescription-md5: (\S+)\nDescription-\S+: (.*?)\n(.*)", entry, re.S)
            if found:
                paragraphs = re.sub(r"\n \.\n", "\n\n", "\n" + found[4]).split("\n\n")
                text = "\n".join(re.sub(r"\s+", " ", paragraph).strip() for paragraph in paragraphs)
                yield found[1], language(code), found[3].strip(), text


def records(folder):
    """Name of the collection, key of the page, language, title, description, text."""
    for package in sorted(folder.glob("*.deb")):
        for path, content in files(package):
            if found := re.fullmatch(r"usr/share/help/([^/]+)/gnome-help/(.*)\.page", path):
                title, description, text = mallard(content)
                yield "gnome-help", found[2], language(found[1]), title, description, text
            # Hong Kong's Chinese would be a second page in Chinese of each link.
            elif (found := re.fullmatch(r"usr/share/help/([^/]+)/(.*)\.page", path)) and language(found[1]) != "zh":
                title, description, text = mallard(content)
                yield "gnome-applications", found[2], language(found[1]), title, description, text
            elif found := re.fullmatch(r"usr/share/doc/aptitude/html/([^/]+)/(.*)\.html", path):
                title, text = page(content)
                yield "aptitude", found[2], language(found[1]), title, "", text
            elif found := re.fullmatch(r"usr/share/doc/maint-guide[a-z-]*/html/.*\.([a-z-]+)\.html", path):
                for anchor, title, text in sections(content):
                    if anchor and title:
                        yield "maint-guide", anchor, language(found[1]), title, "", text
            elif found := re.fullmatch(r"usr/share/gimp/2\.0/help/([^/]+)/(.*)\.html", path):
                title, text = page(content)
                yield "gimp-help", found[2], language(found[1]), title, "", text
            elif found := re.fullmatch(r"usr/share/doc/installation-guide-amd64/([^/]+)/(.*)\.html", path):
                title, text = page(content)
                yield "installation-guide", found[2], language(found[1]), title, "", text
            elif found := re.fullmatch(r"usr/share/doc/debian-handbook/html/([^/]+)/(sect\..*)\.html", path):
                title, text = page(content)
                yield "handbook", found[2], language(found[1]), title, "", text
            elif found := re.fullmatch(r"usr/share/debian-reference/(.*)\.([a-z-]+)\.html", path):
                for anchor, title, text in sections(content):
                    if anchor and title:
                        yield "reference", anchor, language(found[2]), title, "", text
            elif found := re.fullmatch(r"usr/share/doc/debian/FAQ/(?:[^/]+/)?([^/.]+)\.([a-z-]+)\.html", path):
                for anchor, title, text in sections(content):
                    if anchor and title:
                        yield "faq", anchor, language(found[2]), title, "", text
    for name, code, short, long in descriptions(folder):
        if code != "zh":  # as above: zh-Hans and zh-Hant have lists of their own
            yield "packages", name, code, "", short, long


def is_translated(text, english):
    """Whether most of a text is not English: translations often lag behind."""
    known = set(english.split("\n"))
    lines = [line for line in text.split("\n") if len(line) >= 20]
    return sum(len(line) for line in lines if line in known) <= .2 * sum(map(len, lines))


def main(source, target, names):
    pages = collections.defaultdict(dict)
    for name, link, code, title, description, text in records(source):
        if name in names and text and (title or description):
            pages[name].setdefault((link, code), (title, description, text))
    if missing := names - pages.keys():
        sys.exit(f"{source} has no packages for {', '.join(sorted(missing))}: docs/reference/benchmarks.md lists them")
    target.mkdir(parents=True, exist_ok=True)
    for name, found in sorted(pages.items()):
        count = 0
        with gzip.open(target / f"{name}.jsonl.gz", "wt", encoding="utf-8") as out:
            for (link, code), (title, description, text) in sorted(found.items()):
                if code == "en" or is_translated(text, found.get((link, "en"), ("", "", ""))[2]):
                    record = {"id": f"{code}/{link}", "language": code, "link": link, "title": title, "text": text}
                    if description:
                        record["description"] = description
                    out.write(json.dumps(record, ensure_ascii=False) + "\n")
                    count += 1
        languages = sorted({code for _, code in found})
        print(f"{name}: {count} texts of {len({link for link, _ in found})} pages in {len(languages)} languages:",
              *languages)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), set(sys.argv[3:]))
