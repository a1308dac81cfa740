"""Makes the models and the golden file of SentencePieceModelTest with SentencePiece.

    python sentencepiece_golden.py TEXTS.txt ../resources/org/isogloss/text/subword/sentencepiece

TEXTS.txt has one text on each line, from which small models are trained. Needs: pip install sentencepiece==0.2.3
The file pieces.json has texts in many scripts and of random characters, and for each model their pieces.
"""
import gzip
import json
import pathlib
import random
import sys
import unicodedata

import sentencepiece

MODELS = {
    "unigram": dict(model_type="unigram", vocab_size=500),
    "bpe": dict(model_type="bpe", vocab_size=600),
    "bpe-bytes": dict(model_type="bpe", vocab_size=900, byte_fallback=True, remove_extra_whitespaces=False,
                      user_defined_symbols=["the cat", "..", "AB"]),
}
TEXTS = ["", " ", "  the cat  sat ", "The cats sat on the mat.", "the cats ABAB ...", "ﬁ Å ㌔ ｶﾞ é x\u0301 ﷺ", "\u00a0\u3000", "a\u200bb\u00adc",
         "我爱北京天安门,天安门上太阳升。", "한국어 문장을 번역합니다.", "Привет, мир! Это — тест.", "नमस्ते दुनिया।", "👩‍👩‍👧‍👦 and 🇩🇪!", "aaaaaaaaaaaaaaaa"]


def noise(lines, count):
    rng = random.Random(6)
    every = [c for c in map(chr, [*range(0x20, 0xD800), *range(0xE000, 0x30000)]) if unicodedata.category(c) not in ("Cn", "Co", "Cc")]
    for _ in range(count):
        line = rng.choice(lines)
        at = rng.randrange(len(line))
        yield line[at:at + rng.randrange(2, 30)] + "".join(rng.choice(every) for _ in range(rng.randrange(3))) + rng.choice(lines)[:rng.randrange(12)]


def main(source, out):
    out = pathlib.Path(out)
    lines = [line for line in pathlib.Path(source).read_text().splitlines() if line.strip()]
    golden = {"texts": TEXTS + list(noise(lines, 300))}
    for name, options in MODELS.items():
        prefix = out / name
        sentencepiece.SentencePieceTrainer.train(
            input=source, model_prefix=str(prefix), character_coverage=.98, hard_vocab_limit=False, minloglevel=2,
            num_threads=1, **options)
        model = sentencepiece.SentencePieceProcessor()
        model.Load(f"{prefix}.model")
        golden[name] = [model.EncodeAsPieces(text) for text in golden["texts"]]
        with gzip.GzipFile(f"{prefix}.model.gz", "wb", mtime=0) as file:
            file.write(pathlib.Path(f"{prefix}.model").read_bytes())
        pathlib.Path(f"{prefix}.model").unlink()
        pathlib.Path(f"{prefix}.vocab").unlink()
    with gzip.GzipFile(out / "pieces.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(golden, separators=(",", ":")).encode("ascii"))


if __name__ == "__main__":
    main(*sys.argv[1:])
