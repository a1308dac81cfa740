"""Makes the golden files of UnigramGoldenTest with Hugging Face's tokenizers.

    python unigram_golden.py small|full TOKENIZER_JSON SAMPLE OUT_FOLDER

TOKENIZER_JSON is one of XLM-R's family (its character map is taken), SAMPLE one text a line. Needs: pip install tokenizers
OUT_FOLDER gets one folder for each way of preparing text, each with
  tokenizer.json.gz    "small": trained on the sample, 3,000 pieces; "full": the given one
  lines.tsv.gz         ids TAB places or nothing TAB text, Java-escaped (UTF-16): the sample and random texts of all of Unicode
Places (start:end, in code points) are written where normalisation leaves the text as it is: elsewhere those of tokenizers
are known to slip.
"""
import gzip
import json
import random
import sys
import unicodedata
from pathlib import Path

from tokenizers import Tokenizer, trainers
from tokenizers.models import Unigram


def step(kind, **more):
    return {"type": kind, **more}


def ways(character_map):
    precompiled = step("Precompiled", precompiled_charsmap=character_map)
    runs = step("Replace", pattern={"Regex": " {2,}"}, content=" ")
    metaspace = step("Metaspace", replacement="▁", prepend_scheme="always", split=True)
    return {
        "xlmr": (step("Sequence", normalizers=[precompiled, runs]), metaspace, False),
        "words": (step("NFKC"), step("Sequence", pretokenizers=[step("WhitespaceSplit"), metaspace]), False),
        "bytes": (
            step("Sequence", normalizers=[
                step("Strip", strip_left=True, strip_right=True),
                step("NFC"),
                step("Replace", pattern={"String": "ss"}, content="ß"),
                runs]),
            step("Metaspace", replacement="▁", prepend_scheme="never", split=False),
            True),
    }


def prepared(source, way):
    normalizer, pre_tokenizer, byte_fallback = way
    made = json.loads(json.dumps(source))
    made["normalizer"], made["pre_tokenizer"] = normalizer, pre_tokenizer
    made["model"]["byte_fallback"] = byte_fallback
    return made


def trained(lines, source, way):
    maker = Tokenizer(Unigram())
    full = Tokenizer.from_str(json.dumps(prepared(source, way)))
    maker.normalizer, maker.pre_tokenizer = full.normalizer, full.pre_tokenizer
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    maker.train_from_iterator(lines, trainers.UnigramTrainer(
        vocab_size=3000, special_tokens=special, unk_token="<unk>", show_progress=False))
    made = json.loads(maker.to_str())["model"]
    made["vocab"] = [[p, round(s, 6)] for p, s in made["vocab"]]
    if way[2]:
        made["vocab"] += [["<0x%02X>" % b, -15.0] for b in range(256)]
    made["vocab"].append(["<mask>", 0.0])
    small = json.loads(json.dumps(source))
    small["model"] = made
    small["added_tokens"] = [
        {"id": i, "content": t, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, t in [*enumerate(special), (len(made["vocab"]) - 1, "<mask>")]]
    return small


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
    short = [c for c in assigned if ord(c) < 0x800]
    marks = [c for c in assigned if unicodedata.category(c)[0] == "M"]
    short_marks = [c for c in marks if ord(c) < 0x800]
    odd = [c for c in assigned if unicodedata.category(c)[0] in "CZP"] + list("\x00\ufffd\t\n\r\x0b\x85▁")
    words = sorted({w for line in sample for w in line.split()})
    for _ in range(count):
        block = rng.choice(blocks)
        text = ""
        for _ in range(rng.randrange(1, 24)):
            kind = rng.randrange(12)
            text += (
                rng.choice(words) if kind < 2
                else rng.choice(short) + rng.choice(short_marks) * rng.randrange(1, 3) if kind == 2
                else rng.choice(odd) if kind == 3
                else rng.choice(marks) if kind == 4
                else rng.choice(every) if kind == 5
                else rng.choice("abcXYZ019 .,-_$^ ") if kind == 6
                else " " * rng.randrange(1, 4) if kind == 7
                else rng.choice(short) + rng.choice(marks) if kind == 8
                else "".join(rng.choice(block) for _ in range(rng.randrange(1, 6))))
        yield text
    for length in (31, 32, 33, 63, 64, 65, 200):
        for part in ("a", "北京在中国", "e\u0301", "\U0001f600", " ", "ก็ดี", "\u1112\u1161\u11ab", "\x00", "x y"):
            yield part * length


def main(kind, source, sample, out):
    source = json.loads(Path(source).read_text(encoding="utf-8"))
    steps = source["normalizer"].get("normalizers", [source["normalizer"]])
    character_map = next(s["precompiled_charsmap"] for s in steps if s["type"] == "Precompiled")
    lines = Path(sample).read_text(encoding="utf-8").splitlines()
    texts = lines + [*random_texts(400 if kind == "small" else 100000, lines, 7)]
    for name, way in ways(character_map).items():
        folder = Path(out) / name
        folder.mkdir(parents=True, exist_ok=True)
        made = prepared(trained(lines, source, way) if kind == "small" else source, way)
        with gzip.GzipFile(folder / "tokenizer.json.gz", "wb", mtime=0) as file:
            file.write(json.dumps(made, ensure_ascii=False).encode("utf-8"))
        # Special tokens in a text are text for us.
        made["added_tokens"] = []
        made["post_processor"] = None
        tokenizer = Tokenizer.from_str(json.dumps(made))
        with gzip.GzipFile(folder / "lines.tsv.gz", "wb", mtime=0) as file:
            for start in range(0, len(texts), 2000):
                part = texts[start:start + 2000]
                for text, e in zip(part, tokenizer.encode_batch(part)):
                    same = tokenizer.normalizer.normalize_str(text) == text and len(text) < 200
                    places = " ".join(f"{a}:{b}" for a, b in e.offsets) if same else ""
                    file.write(("\t".join([" ".join(map(str, e.ids)), places, escape(text)]) + "\n").encode("utf-8"))


main(*sys.argv[1:])
