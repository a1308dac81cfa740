"""Writes the test sets of Tatoeba with the sides in other scripts in Latin letters, by uroman, which is never used in training.

python performance/peers/romanize.py DATA/benchmarks ROMANIZED

ROMANIZED/tatoeba then has the files of the languages that are not written in Latin letters, for
  ./isogloss benchmark tatoeba --data ROMANIZED --model MODEL
"""
import sys
import unicodedata
from pathlib import Path

import uroman

source, target = Path(sys.argv[1]) / "tatoeba", Path(sys.argv[2]) / "tatoeba"
target.mkdir(parents=True, exist_ok=True)
romanizer = uroman.Uroman()
for english in sorted(source.glob("tatoeba.*-eng.eng")):
    code = english.name.split(".")[1].removesuffix("-eng")
    other = english.with_suffix(f".{code}")
    lines = other.read_text(encoding="utf-8").splitlines()
    letters = [c for c in "".join(lines) if c.isalpha()]
    if sum("LATIN" in unicodedata.name(c, "") for c in letters) > len(letters) / 2:
        continue
    romanized = [romanizer.romanize_string(line, lcode=code) for line in lines]
    (target / other.name).write_text("".join(line + "\n" for line in romanized), encoding="utf-8")
    (target / english.name).write_bytes(english.read_bytes())
    print(code, len(lines), lines[0], "->", romanized[0])
