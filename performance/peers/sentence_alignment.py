"""Aligns the sentences of documents with Isogloss, and scores the beads against known ones, strictly and laxly, as vecalign's score.py does.

python performance/peers/sentence_alignment.py [--command ./isogloss] [--encoder compact] [--ntrex DATA/benchmarks/ntrex --languages deu,zho] [--bleualign FOLDER] SCRATCH_FOLDER

--bleualign is a folder of test0.de, test0.fr, test0.defr to test6.*, the texts of the Text+Berg corpus as vecalign's repository has them (bleualign_data).
--ntrex makes documents of NTREX-128 in each language and English: in its order, with a fixed seed, one sentence in ten is dropped from either side, and in one
of ten places two consecutive sentences of one side are one. Each method aligns all documents; printed are precision, recall and F1, strict and lax.

A bead is strictly right if the same bead is among the known ones, and laxly if it shares a sentence with a known bead on both sides. As in vecalign,
sentences without a translation count in precision, not in recall.
"""
import argparse
import gzip
import random
import subprocess
from collections import defaultdict
from pathlib import Path


def beads(path):
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        sides = line.split(":")[:2]
        found.append(tuple(tuple(int(n) for n in side.strip("[] ").split(",") if n.strip()) for side in sides))
    return [bead for bead in found if bead[0] or bead[1]]


def right(test, gold):
    """The numbers of beads, and of those that are strictly and laxly right."""
    known, linked = set(gold), defaultdict(set)
    for source, target in known:
        for sentence in source:
            linked[sentence].update(target)
    strict = sum(bead in known for bead in set(test))
    lax = sum(bead in known or any(linked[s].intersection(bead[1]) for s in bead[0]) for bead in set(test))
    return len(set(test)), strict, lax


def scores(documents):
    """Precision, recall and F1 of pairs of found and known beads: strict, then lax."""
    precise, recalled = [0, 0, 0], [0, 0, 0]
    for test, gold in documents:
        for total, part in ((precise, right(test, gold)), (recalled, right([b for b in gold if all(b)], [b for b in test if all(b)]))):
            for i, count in enumerate(part):
                total[i] += count
    rows = []
    for i in (1, 2):
        p, r = precise[i] / precise[0], recalled[i] / recalled[0]
        rows.append((p, r, 2 * p * r / (p + r) if p + r else 0))
    return rows


def made(lines, others, seed):
    """Drops and merges sentences; returns both documents and their beads."""
    rng = random.Random(seed)
    source, target, gold = [], [], []
    i = 0
    while i < len(lines):
        drawn = rng.random()
        if drawn < 0.1:
            side = rng.randrange(2)
            gold.append(((len(source),), ()) if side == 0 else ((), (len(target),)))
            (source if side == 0 else target).append((lines if side == 0 else others)[i])
            i += 1
        elif drawn < 0.2 and i + 1 < len(lines):
            merged = rng.randrange(2)
            first, second = (len(source), len(target))
            source.extend([" ".join(lines[i : i + 2])] if merged == 0 else lines[i : i + 2])
            target.extend([" ".join(others[i : i + 2])] if merged == 1 else others[i : i + 2])
            gold.append((tuple(range(first, len(source))), tuple(range(second, len(target)))))
            i += 2
        else:
            gold.append(((len(source),), (len(target),)))
            source.append(lines[i])
            target.append(others[i])
            i += 1
    return source, target, gold


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--command", default="./isogloss")
    parser.add_argument("--encoder", default="compact")
    parser.add_argument("--bleualign", type=Path)
    parser.add_argument("--ntrex", type=Path)
    parser.add_argument("--languages", default="deu,zho")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    sets = {}
    if options.bleualign:
        sets["Text+Berg de-fr"] = [
            (options.bleualign / f"test{i}.de", options.bleualign / f"test{i}.fr", beads(options.bleualign / f"test{i}.defr")) for i in range(7)
        ]
    for language in options.languages.split(",") if options.ntrex else []:
        read = lambda name: gzip.open(options.ntrex / f"{name}.txt.gz", "rt", encoding="utf-8").read().split("\n")[:-1]
        source, target, gold = made(read(language), read("eng"), options.seed)
        files = [options.scratch / f"ntrex.{language}", options.scratch / f"{language}.en"]
        for file, lines in zip(files, (source, target)):
            file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        sets[f"NTREX {language}-eng"] = [(*files, gold)]
    for name, documents in sets.items():
        for method in ("lengths", "vectors"):
            found = []
            for source, target, gold in documents:
                links = options.scratch / "links"
                command = [*options.command.split(), "align", "--documents", "--lines", "-q", "--from", "de", "--to", "en", source, target, "--links", links]
                subprocess.run([*command, "--by", method, "--encoder", options.encoder], check=True)
                found.append((beads(links), gold))
            strict, lax = scores(found)
            figures = "  ".join("P {:.3f} R {:.3f} F1 {:.3f}".format(*row) for row in (strict, lax))
            print(f"{name}, by {method}: strict {figures.replace('  ', ', lax ')}", flush=True)


if __name__ == "__main__":
    main()
