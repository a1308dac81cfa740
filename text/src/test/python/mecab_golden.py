"""Makes the dictionary and the golden file of MecabDictionaryTest with MeCab.

    python mecab_golden.py ../resources/org/isogloss/text/mecab

Compiles a small dictionary, made up for this test, and splits random texts of its words with MeCab 0.996, and with
mecab-ko 0.9.2, which charges for spaces. Needs: pip install fugashi mecab-python3 mecab-ko
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile

import MeCab
import mecab_ko

CHARACTERS = """DEFAULT 0 1 0
SPACE 0 1 0
KANJI 0 0 2
HIRAGANA 0 1 2
KATAKANA 1 1 2
ALPHA 1 1 0
NUMERIC 1 1 0
SYMBOL 1 1 0
0x0020 SPACE
0x0009 SPACE
0x0021..0x002F SYMBOL
0x0030..0x0039 NUMERIC
0x003A..0x0040 SYMBOL
0x0041..0x005A ALPHA
0x0061..0x007A ALPHA
0x00C0..0x00FF ALPHA
0x3041..0x309F HIRAGANA
0x30A1..0x30FF KATAKANA
0x30FC HIRAGANA KATAKANA
0x4E00..0x9FA5 KANJI
0x4E00 NUMERIC KANJI
0xAC00..0xD7A3 HANGUL
""".replace("SYMBOL 1 1 0\n", "SYMBOL 1 1 0\nHANGUL 0 1 2\n")
CATEGORIES = [line.split()[0] for line in CHARACTERS.splitlines() if not line.startswith("0x")]
WORDS = ["東京", "京都", "東京都", "都", "に", "住む", "住ん", "で", "いる", "です", "すし", "す", "し", "スキー", "カー", "一", "人",
         "一人", "a", "the", "the cat", "10", "、", "。", "\u3000", "나", "나는", "는", "학교", "에", "학교에", "간다", "가", "ㄴ다"]
SETTINGS = """cost-factor = 800
bos-feature = BOS/EOS
eval-size = 1
unk-eval-size = 1
config-charset = UTF-8
"""
CONTEXTS = 5


def source(folder, rng, settings):
    (folder / "dicrc").write_text(settings)
    (folder / "char.def").write_text(CHARACTERS)
    (folder / "pos-id.def").write_text("A 1\nB 2\nC 3\n")
    (folder / "matrix.def").write_text(f"{CONTEXTS} {CONTEXTS}\n" + "".join(
        f"{right} {left} {rng.randrange(-300, 300, 50)}\n" for right in range(CONTEXTS) for left in range(CONTEXTS)))
    entry = lambda word, low, high: f"{word},{rng.randrange(CONTEXTS)},{rng.randrange(CONTEXTS)},{rng.randrange(low, high, 50)},{rng.choice('ABC')}\n"
    (folder / "unk.def").write_text("".join(entry(name, 500, 900) for name in CATEGORIES for _ in range(2)))
    (folder / "lex.csv").write_text("".join(entry(word, -200, 600) for word in WORDS for _ in range(rng.randrange(1, 3))))


def texts(rng):
    yield from ["", "東京都に住んでいるthe catです。", "一二三 スキーー 10.5", "나는 학교에 간다", "  𠮷野家 é😀 ", "ワ" * 40, "abc" * 30]
    pieces = WORDS + [" ", " ", "  ", "x", "ü", "寿", "の", "ヴー", "!", "한", "𠮷", "7"]
    for _ in range(600):
        yield "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 12)))


def main(out):
    rng = random.Random(5)
    golden = {"texts": list(texts(rng))}
    with tempfile.TemporaryDirectory() as parent, zipfile.ZipFile(pathlib.Path(out) / "dictionaries.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, module, more in (("ja", MeCab, ""), ("ko", mecab_ko, "left-space-penalty-factor = 1,700,2,300\n")):
            folder = pathlib.Path(parent) / name
            folder.mkdir()
            source(folder, rng, SETTINGS + more)
            subprocess.run(["fugashi-build-dict", "-d", folder, "-o", folder, "-f", "utf-8", "-t", "utf-8"], check=True,
                           stdout=subprocess.DEVNULL)
            tagger = module.Tagger(f"-r /dev/null -d {folder} -Owakati")
            golden[name] = [tagger.parse(text).split() for text in golden["texts"]]
            for file in ("sys.dic", "unk.dic", "char.bin", "matrix.bin", "dicrc"):
                info = zipfile.ZipInfo(f"{name}/{file}")
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, (folder / file).read_bytes())
    (pathlib.Path(out) / "words.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
