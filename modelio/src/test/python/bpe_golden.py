"""Makes the golden files of BpeGoldenTest with Hugging Face's tokenizers.

    python bpe_golden.py small|full ENCODERS LINES OUT_FOLDER

ENCODERS is the folder random-encoders of the test resources, whose BPE tokenizers are compared; LINES a lines.tsv.gz
that unigram_golden.py made, whose texts are used; "full" adds 100,000 random texts of all of Unicode.
OUT_FOLDER gets for each tokenizer NAME.txt.gz, with the first 8 hexadecimal digits of the SHA-256 of the ids of each
text, joined by blanks; "full" also writes the texts, Java-escaped, to texts.txt.gz. Needs: pip install tokenizers
"""
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

from tokenizers import Tokenizer

sys.argv, arguments = ["unigram_golden.py"], sys.argv[1:]
source = (Path(__file__).parent / "unigram_golden.py").read_text(encoding="utf-8").rsplit("\nmain(", 1)[0]
unigram = {}
exec(source, unigram)


def unescape(text):
    units = re.sub(r"\\\\", r"\\u005c", text)
    return re.sub(r"((?:\\u[0-9a-f]{4})+)", lambda run: bytes.fromhex(run.group(1).replace("\\u", "")).decode(
        "utf-16-be"), units)


def main(kind, encoders, lines, out):
    with gzip.open(lines, "rt", encoding="utf-8") as file:
        texts = [unescape(line.rstrip("\n").split("\t")[2]) for line in file]
    if kind == "full":
        sample = [text for text in texts if len(text.split()) > 4]
        texts += [*unigram["random_texts"](100_000, sample, 11)]
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    if kind == "full":
        write(out / "texts.txt.gz", map(unigram["escape"], texts))
    for folder in sorted(Path(encoders).iterdir()):
        made = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
        if made["model"]["type"] != "BPE":
            continue
        # Special tokens in a text are text for us.
        made["added_tokens"] = [token for token in made["added_tokens"] if not token["special"]]
        made["post_processor"] = None
        tokenizer = Tokenizer.from_str(json.dumps(made))
        ids = (" ".join(map(str, encoding.ids)) for encoding in tokenizer.encode_batch(texts))
        write(out / (folder.name + ".txt.gz"), (hashlib.sha256(row.encode()).hexdigest()[:8] for row in ids))


def write(path, lines):
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for line in lines:
            file.write((line + "\n").encode("utf-8"))


main(*arguments)
