"""Tokens a second of Hugging Face's tokenizers on the texts of TokenizerBenchmark and UnigramBenchmark, one thread.

python performance/peers/tokenizer.py models/tiny/src/main/resources/org/isogloss/models/tiny/vocab.txt samples/xquad
python performance/peers/tokenizer.py MODEL_FOLDER/tokenizer.json samples/xquad
"""
import gzip
import json
import os
import statistics
import sys
import time
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import tokenizers  # noqa: E402  (reads the variable)

texts = []
for file in sorted(Path(sys.argv[2]).glob("*.json.gz")):
    for article in json.load(gzip.open(file, "rt", encoding="utf-8"))["data"]:
        texts += [paragraph["context"] for paragraph in article["paragraphs"]]
start = time.perf_counter()
if sys.argv[1].endswith(".json"):
    tokenizer = tokenizers.Tokenizer.from_file(sys.argv[1])
else:
    tokenizer = tokenizers.BertWordPieceTokenizer(sys.argv[1], lowercase=False, strip_accents=False)._tokenizer
print(f"loaded in {time.perf_counter() - start:.2f} s")


def one_by_one():
    return sum(len(tokenizer.encode(text, add_special_tokens=False).ids) for text in texts)


def batch():
    return sum(len(e.ids) for e in tokenizer.encode_batch_fast(texts, add_special_tokens=False))


print(f"tokenizers {tokenizers.__version__}, {len(texts)} texts")
for way in (one_by_one, batch):
    rates = []
    for _ in range(6):
        start = time.perf_counter()
        tokens = way()
        rates.append(tokens / (time.perf_counter() - start))
    print(f"{way.__name__:10} {tokens} tokens, {statistics.median(rates[1:]) / 1e6:.3f} million tokens/s")
