"""The ids of Hugging Face's tokenizers for texts of every script, with which TokenizerAgreement compares.

python performance/peers/tokenizer_agreement.py texts samples/xquad TEXTS.jsonl [COUNT]
python performance/peers/tokenizer_agreement.py ids MODEL_FOLDER TEXTS.jsonl IDS.txt

The first command writes texts, a JSON string on each line: sentences and parts of paragraphs of samples/xquad with
random changes, and words of random characters of each script of Unicode. The second one writes the ids of each text
without special tokens, and prints the speed by processor time of one thread.
"""

import gzip
import json
import os
import random
import statistics
import sys
import time
import unicodedata
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import tokenizers  # noqa: E402  (reads the variable)

sys.path.append(str(Path(__file__).resolve().parent.parent))
import measurements  # noqa: E402

SEED = 20
TIMED = 10_000
SPACES = [" ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u2009", "\u3000", "\u200b", "\u00ad", "\u2028"]
OTHERS = ["😀", "👩‍👩‍👧", "🇩🇪", "e\u0301", "ﬁ", "①", "½", "İ", "ß", "ſ", "‘", "”", "…", "—", "'s", "'LL", "12345", "3.14",
          "\u0000", "\u200d", "\ufffd", "\U000e0041", "a\u0328\u0301", "가", "が", "か\u3099", "ｱ", "Ａ"]


def scripts():
    """The assigned characters of each script, by the first word of their names."""
    found = {}
    for code in range(0x21, 0x323B0):
        character = chr(code)
        if unicodedata.category(character)[0] in "LMNPS":
            found.setdefault(unicodedata.name(character, "?").split(" ")[0].split("-")[0], []).append(character)
    return [characters for characters in found.values() if len(characters) >= 8]


def paragraphs(folder):
    for file in sorted(Path(folder).glob("*.json.gz")):
        for article in json.load(gzip.open(file, "rt", encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                yield paragraph["context"]


def changed(text, random_, all_scripts):
    start = random_.randrange(len(text))
    characters = list(text[start:start + random_.randrange(5, 160)])
    for _ in range(random_.choice([0, 0, 1, 2, 5])):
        at = random_.randrange(len(characters) + 1)
        choice = random_.randrange(5)
        if choice == 0:
            characters.insert(at, random_.choice(SPACES))
        elif choice == 1:
            characters.insert(at, random_.choice(OTHERS))
        elif choice == 2:
            characters.insert(at, random_.choice(random_.choice(all_scripts)))
        elif choice == 3:
            characters[at:at + 1] = [c.upper() for c in characters[at:at + 1]]
        else:
            characters[at:at + 2] = reversed(characters[at:at + 2])
    return "".join(characters)


def random_words(random_, all_scripts):
    script = random_.choice(all_scripts)
    words = ["".join(random_.choices(script, k=random_.randrange(1, 12))) for _ in range(random_.randrange(1, 8))]
    return "".join(word + random_.choice(SPACES[:3]) for word in words).rstrip(" ")


def write_texts(samples, target, count="100000"):
    random_, all_scripts, sources = random.Random(SEED), scripts(), list(paragraphs(samples))
    with open(target, "w", encoding="utf-8") as file:
        for i in range(int(count)):
            text = random_words(random_, all_scripts) if i % 3 == 0 else changed(
                random_.choice(sources), random_, all_scripts)
            file.write(json.dumps(text) + "\n")


def write_ids(model, texts_file, target):
    with open(texts_file, encoding="utf-8") as file:
        texts = [json.loads(line) for line in file]
    tokenizer = tokenizers.Tokenizer.from_file(model + "/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with open(target, "w", encoding="utf-8") as file:
        for encoding in tokenizer.encode_batch_fast(texts, add_special_tokens=False):
            file.write(" ".join(map(str, encoding.ids)) + "\n")
    rates = []
    for _ in range(3):
        start = time.process_time()
        encodings = tokenizer.encode_batch_fast(texts[:TIMED], add_special_tokens=False)
        rates.append(sum(len(e.ids) for e in encodings) / (time.process_time() - start))
    measurements.append("tokenizers", tokens_per_processor_second=statistics.median(rates))
    print(f"tokenizers {tokenizers.__version__}: {len(texts)} texts,"
          f" {statistics.median(rates) / 1e6:.3f} million tokens a second of processor time")


if __name__ == "__main__":
    {"texts": write_texts, "ids": write_ids}[sys.argv[1]](*sys.argv[2:])
