"""Compares language identification on short texts with lingua and py3langid. No system was trained on these texts.

  apt-get -o Acquire::Languages=cs,da,de,es,fi,fr,hu,it,ja,ko,nl,pl,pt,pt_BR,ru,sk,sr,sv,uk,zh_CN,zh_TW \\
      -o Dir::State::lists=LISTS update
  (mkdir PACKAGES; cd PACKAGES; apt-get download evince-common gedit-common nautilus-data)
  python performance/peers/language_identification.py DATA LISTS PACKAGES WORK ./isogloss

Sets, each of 10 to 60 characters unless its name states a length: the one-line descriptions of Debian's packages (LISTS);
questions of XQuAD, sentences of Tatoeba's test set and of NTREX-128 (DATA/benchmarks); interface strings of three GNOME
programs (PACKAGES), for languages that are hard to distinguish. The files and what Isogloss prints are written to WORK.
"""
import collections
import gettext
import gzip
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

from lingua import IsoCode639_1, LanguageDetectorBuilder
from py3langid.langid import MODEL_FILE, LanguageIdentifier

FEW = "cs da de es fr it ja ko nl pl pt ru uk zh".split()
HARD = "bg bs ca cs da es gl hr id ms nb nn pt ru sk sl sr sr-Latn sv uk zh zh-Hant".split()
PER_LANGUAGE = 100
CODES = dict(pair.split(":") for pair in """
    ces:cs deu:de ell:el eng:en fin:fi fra:fr hin:hi hun:hu ita:it jpn:ja kor:ko lit:lt nld:nl pol:pl por:pt rus:ru spa:es swa:sw
    swh:sw tha:th tur:tr urd:ur vie:vi zho:zh cmn:zh ara:ar bul:bg afr:af ben:bn est:et eus:eu heb:he ind:id jav:jv kat:ka kaz:kk
    mal:ml mar:mr pes:fa tam:ta tel:te tgl:tl""".split())
TAGS = {"pt_BR": "pt", "zh_CN": "zh", "zh_TW": "zh-Hant", "sr@latin": "sr-Latn"}

data, lists, packages, work = map(Path, sys.argv[1:5])
isogloss = sys.argv[5:]
benchmarks = data / "benchmarks"
work.mkdir(parents=True, exist_ok=True)


def choose(texts, rng=random.Random(3)):
    """A sample of each language, without texts that are the same in two languages."""
    languages = collections.defaultdict(set)
    for language, text in texts:
        languages[text].add(language)
    kept = sorted({(language, text) for language, text in texts if len(languages[text]) == 1
                   and 10 <= len(text) <= 60 and sum(c.isalpha() for c in text) >= 8})
    rng.shuffle(kept)
    counts = collections.Counter()
    for language, text in kept:
        counts[language] += 1
        if counts[language] <= PER_LANGUAGE:
            yield language, text


def descriptions():
    for file in sorted(lists.glob("*_Translation-*")):
        name = file.name.split("Translation-")[1].split(".")[0].replace("%5f", "_")
        text = subprocess.run(["lz4", "-dc", file], check=True, capture_output=True).stdout if file.suffix == ".lz4" else file.read_bytes()
        for line in re.findall(r"^Description-(?!md5)[^:]*: (.*)$", text.decode("utf-8"), re.M):
            yield TAGS.get(name, name), line


def questions():
    for file in sorted((benchmarks / "xquad").glob("xquad.??.json*")):
        opened = gzip.open(file) if file.suffix == ".gz" else open(file, "rb")
        for article in json.load(opened)["data"]:
            for paragraph in article["paragraphs"]:
                for question in paragraph["qas"]:
                    yield file.name.split(".")[1], question["question"]


def tatoeba():
    for file in sorted((benchmarks / "tatoeba").glob("tatoeba.*")):
        if file.suffix != ".eng":
            for line in file.read_text(encoding="utf-8").splitlines():
                yield CODES[file.suffix[1:]], line


def ntrex(length):
    for file in sorted((benchmarks / "ntrex").glob("*.txt.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines.read().split("\n")[1500:1600]:
                end = line.rfind(" ", 0, length + 1)
                yield CODES[file.name[:3]], line if len(line) <= length else line[: end if end > 0 else length]


def strings():
    for package in sorted(packages.glob("*.deb")):
        folder = work / "packages" / package.stem
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        for file in sorted(folder.rglob("*.mo")):
            language = file.parent.parent.name
            if TAGS.get(language, language) in HARD:
                with open(file, "rb") as opened:
                    for key, value in gettext.GNUTranslations(opened)._catalog.items():
                        english = key[0] if isinstance(key, tuple) else key
                        if value != english:
                            yield TAGS.get(language, language), " ".join(value.replace("_", "").split())


def lingua(languages):
    builder = LanguageDetectorBuilder
    known = {name.lower(): getattr(IsoCode639_1, name) for name in dir(IsoCode639_1) if len(name) == 2}
    detector = (builder.from_iso_codes_639_1(*(known[code] for code in languages)) if languages else builder.from_all_languages()).build()

    def identify(text):
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else "und"
    return identify


def py3langid(languages):
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    if languages:
        identifier.set_languages(languages)
    return lambda text: identifier.classify(text)[0].replace("no", "nb")


def measure(name, texts, languages):
    texts = [(language, " ".join(text.split())) for language, text in texts]
    file = work / f"{name.replace(' ', '-')}.txt"
    file.write_text("".join(text + "\n" for _, text in texts), encoding="utf-8")
    restricted = ["--languages", ",".join(languages)] if languages else []
    printed = subprocess.run([*isogloss, "data", "identify", file, *restricted], check=True, capture_output=True, text=True).stdout
    ours = [line.split("\t") for line in printed.splitlines()]
    row = [name, len(texts)]
    for make in (lingua, py3langid):
        identify = make(languages)
        start = time.process_time()
        correct = sum(identify(text) == language.split("-")[0] for language, text in texts)
        row += [correct / len(texts), (time.process_time() - start) / len(texts) * 1e6]
    reliable = [found[0].split("-")[0] == language.split("-")[0] for (language, _), found in zip(texts, ours) if float(found[1]) >= 0.8]
    correct = [found[0].split("-")[0] == language.split("-")[0] for (language, _), found in zip(texts, ours)]
    print(f"| {row[0]} | {row[1]:,} | {row[2]:.3f} | {row[4]:.3f} | {sum(correct) / len(texts):.3f} | "
          f"{len(reliable) / len(texts):.3f} | {sum(reliable) / len(reliable):.3f} | lingua {row[3]:.0f} us, py3langid {row[5]:.0f} us |", flush=True)
    return [(language, found[0]) for (language, _), found in zip(texts, ours)]


described = list(choose(list(descriptions())))
measure("descriptions of 14 languages", [text for text in described if text[0] in FEW], FEW)
measure("descriptions", [text for text in described if collections.Counter(l for l, _ in described)[text[0]] >= 50], None)
measure("XQuAD questions", list(choose(list(questions()))), None)
measure("Tatoeba", list(choose(list(tatoeba()))), None)
for length in (10, 20, 40, 80):
    measure(f"NTREX {length} characters", list(ntrex(length)), None)
found = measure("GNOME strings", list(choose(list(strings()))), None)
confusions = collections.Counter(found)
for language in HARD:
    row = {other: count for (true, other), count in confusions.items() if true == language}
    print("|", language, "|", ", ".join(f"{other} {count}" for other, count in sorted(row.items(), key=lambda x: -x[1])[:5]), "|")
