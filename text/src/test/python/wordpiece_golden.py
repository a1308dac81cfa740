"""Makes the golden files of WordPieceTokenizerTest with Hugging Face's tokenizers.

    python wordpiece_golden.py small|full VOCAB SAMPLE OUT_FOLDER

VOCAB is multilingual BERT's vocab.txt, SAMPLE one text a line. Needs: pip install tokenizers
OUT_FOLDER gets
  vocab.txt            the vocabulary; for "small" trimmed to what the sample needs
  lines.tsv.gz         the lines of the sample, over this vocabulary
  characters.tsv.gz    random texts of all blocks of Unicode, over a vocabulary of single characters, so that
                       each id tells what became of each character
A line there is: ids cased TAB ids uncased TAB text, Java-escaped (UTF-16).
"""
import gzip
import random
import re
import shutil
import sys
import unicodedata
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def tokenizer(pieces, lowercase):
    made = Tokenizer(WordPiece({p: i for i, p in enumerate(pieces)}, unk_token="[UNK]", max_input_chars_per_word=100))
    made.normalizer = BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=lowercase)
    made.pre_tokenizer = BertPreTokenizer()
    return made


def character_pieces():
    pieces = list(SPECIAL)
    for c in [*range(0xD800), *range(0xE000, 0x30000), *range(0xE0000, 0xE0200)]:
        pieces += [chr(c), "##" + chr(c)]
    return pieces


def write(file, pieces, texts):
    cased, uncased = (tokenizer(pieces, lowercase).encode_batch(texts) for lowercase in (False, True))
    with gzip.GzipFile(file, "wb", mtime=0) as out:
        for c, u, t in zip(cased, uncased, texts):
            ids = "\t".join(" ".join(map(str, e.ids)) for e in (c, u))
            out.write((ids + "\t" + escape(t) + "\n").encode("utf-8"))


def escape(text):
    out = []
    for c in text:
        if c == "\\":
            out.append("\\\\")
        elif unicodedata.category(c)[0] in "CZM" and c != " ":
            units = c.encode("utf-16-be")
            out += ["\\u" + units[i:i + 2].hex() for i in range(0, len(units), 2)]
        else:
            out.append(c)
    return "".join(out)


def random_texts(count, sample, seed):
    rng = random.Random(seed)
    every = [c for c in map(chr, [*range(0xD800), *range(0xE000, 0x110000)])]
    assigned = [c for c in every if unicodedata.category(c) not in ("Cn", "Co")]
    blocks = {}
    for c in assigned:
        blocks.setdefault(ord(c) >> 7, []).append(c)
    blocks = list(blocks.values())
    marks = [c for c in assigned if unicodedata.category(c)[0] == "M"]
    ordered = [c for c in assigned if unicodedata.combining(c)]
    odd = [c for c in assigned if unicodedata.category(c)[0] in "CZP"] + list("\x00\ufffd\t\n\r\x0b\x85")
    words = sorted({w for line in sample for w in line.split()})
    for _ in range(count):
        block = rng.choice(blocks)
        text = ""
        for _ in range(rng.randrange(1, 24)):
            kind = rng.randrange(10)
            text += (
                rng.choice(words) if kind < 2
                else rng.choice(words)[:rng.randrange(5)] + rng.choice(ordered) + rng.choice(ordered) if kind == 2
                else rng.choice(odd) if kind == 3
                else rng.choice(marks) if kind == 4
                else rng.choice(every) if kind == 5
                else rng.choice("abcXYZ019 .,-_$^ ") if kind == 6
                else " " if kind == 7
                else "".join(rng.choice(block) for _ in range(rng.randrange(1, 6))))
        yield text
    for length in (99, 100, 101, 199, 200, 201):
        yield "a" * length
        yield "a\u0301" * length + " b"
        yield "\U00010400" * length + ". c"


def main(kind, vocabulary, sample, out):
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    lines = Path(sample).read_text(encoding="utf-8").splitlines()
    pieces = [line.rstrip("\n") for line in open(vocabulary, encoding="utf-8")]
    if kind == "small":
        used = set(SPECIAL)
        for lowercase in (False, True):
            for e in tokenizer(pieces, lowercase).encode_batch(lines):
                used.update(e.tokens)
        used.update(p for p in pieces if re.fullmatch(r"(##)?[!-~]", p))
        pieces = [p for p in pieces if p in used]
        (out / "vocab.txt").write_text("".join(p + "\n" for p in pieces), encoding="utf-8")
    else:
        shutil.copy(vocabulary, out / "vocab.txt")
    write(out / "lines.tsv.gz", pieces, lines)
    write(out / "characters.tsv.gz", character_pieces(), list(random_texts(700 if kind == "small" else 100000, lines, 7)))


main(*sys.argv[1:])
