"""Aligns the first lines of a bitext with Isogloss and with eflomal, one after the other, on the same words, and compares links and processors' time.

python performance/peers/alignment.py [--lines N] [--threads N] [--command ./isogloss] [--dictionary LEXICON.tsv.gz] [--data DATA] BITEXT.tsv.gz SCRATCH_FOLDER

BITEXT's name says its languages, as en-de.tsv.gz does. Both programs start once for each bitext and read the words that `isogloss align --words` wrote. eflomal's two directions
are symmetrised here, by grow-diag-final-and. Printed are

- seconds of the processors, and by the clock, of each whole process;
- how far the links agree: F1 of ours against eflomal's (1 - AER, as neither tells sure links from possible ones);
- how often each is right about words whose counterpart is known without an aligner: a word of four letters or more, or a number, that stands once in
  a sentence and once, in the same letters, in its translation (names, mostly); or, with a dictionary of lines of source TAB target, a word of which just one
  translation stands in the other sentence, once. Of all links of such words: precision, recall, F1;
- with --data, the folder that holds help/: what `isogloss benchmark help` finds by psq with a table of our links, of ours by `agreement`, and of eflomal's, headings
  in the bitext's first language asking for sections in its second; with p-values against eflomal's by `isogloss evaluate`.
"""
import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

NEIGHBOURS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def timed(command):
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "cpu_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "seconds": round(time.perf_counter() - wall, 1),
    }


def links(line):
    return {tuple(map(int, link.split("-"))) for link in line.split()}


def grow_diag_final_and(forward, backward):
    union, grown = forward | backward, forward & backward
    rows, columns = {i for i, _ in grown}, {j for _, j in grown}

    def add(i, j):
        grown.add((i, j))
        rows.add(i)
        columns.add(j)

    size = -1
    while size != len(grown):
        size = len(grown)
        for i, j in sorted(grown):
            for down, right in NEIGHBOURS:
                near = i + down, j + right
                if near in union and near not in grown and (near[0] not in rows or near[1] not in columns):
                    add(*near)
    for direction in (sorted(forward, key=lambda link: link[::-1]), sorted(backward)):
        for i, j in direction:
            if i not in rows and j not in columns:
                add(i, j)
    return grown


def dictionary(path):
    entries = {}
    if path:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                source, target = line.rstrip("\n").lower().split("\t")[:2]
                entries.setdefault(source, set()).add(target)
    return entries


def known(source, target, entries):
    """Places whose counterpart is known, one to one."""
    in_source, in_target = Counter(source), Counter(target)
    places = {word: j for j, word in enumerate(target)}
    found = {}
    for i, word in enumerate(source):
        candidates = [other for other in (entries.get(word, ()) if entries else (word,)) if other in places]
        if in_source[word] == 1 and len(candidates) == 1 and in_target[candidates[0]] == 1 and (len(word) > 3 or word.isdigit()):
            found[i] = places[candidates[0]]
    shared = Counter(found.values())
    return {i: j for i, j in found.items() if shared[j] == 1}


def tables(command, bitext, scratch, ours, theirs):
    """A table of the links of both, and of ours by agreement."""
    for name, options in {"isogloss": ["--from-links", ours], "isogloss, agreement": ["--symmetrise", "agreement"], "eflomal": ["--from-links", theirs]}.items():
        table = scratch / (name.replace(", ", "-") + ".table")
        subprocess.run([*command, "align", bitext, *options, "--table", table, "--quiet"], check=True)
        yield name, table


def retrieval(command, data, bitext, scratch, ours, theirs):
    languages = bitext.name.split(".")[0].replace("-", ",")
    subprocess.run([*command, "benchmark", "help", "--data", data, "--languages", languages, "--export", scratch], check=True)
    collection = next(scratch.glob("help-*"))
    runs = {}
    for name, table in tables(command, bitext, scratch, ours, theirs):
        index, runs[name] = scratch / (table.stem + ".index"), scratch / (table.stem + ".run")
        subprocess.run([*command, "index", collection / "documents.jsonl", "--index", index, "--model", "none", "--table", table, "--quiet"], check=True)
        search = ["run", "--index", index, "--pipeline", "psq", "--queries", collection / "queries.jsonl", "--top", "100", "--to", runs[name], "--tag", table.stem]
        subprocess.run([*command, *search, "--quiet"], check=True)
    for name in ("isogloss", "isogloss, agreement"):
        print(f"psq on {collection.name}, by a table of eflomal's links and of those of {name}", flush=True)
        measures = [part for measure in ("RR", "Success@1", "Success@10") for part in ("-m", measure)]
        subprocess.run([*command, "evaluate", collection / "qrels.txt", runs["eflomal"], "--compare", runs[name], "-c", *measures], check=True)


def score(hits, found, wanted):
    precision, recall = hits / max(1, found), hits / max(1, wanted)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "F1": round(2 * hits / max(1, found + wanted), 4)}


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--lines", type=int, default=50_000)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--command", default="./isogloss")
parser.add_argument("--dictionary", type=Path)
parser.add_argument("--data", type=Path)
parser.add_argument("bitext", type=Path)
parser.add_argument("scratch", type=Path)
args = parser.parse_args()

args.scratch.mkdir(parents=True, exist_ok=True)
slice_file = args.scratch / args.bitext.name
with gzip.open(args.bitext, "rb") as whole, gzip.open(slice_file, "wb") as part:
    for _, line in zip(range(args.lines), whole):
        part.write(line)
ours, words = args.scratch / "ours.links", args.scratch / "words"
forward, backward = args.scratch / "forward", args.scratch / "backward"
times = {"isogloss": timed([*args.command.split(), "align", slice_file, "--links", ours, "--words", words, "--threads", str(args.threads), "--quiet"])}
given = args.scratch / "given"
with open(words, encoding="utf-8") as lines, open(given, "w", encoding="utf-8") as filled:
    for line in lines:  # eflomal refuses pairs without words
        filled.write(line if line.strip() != "|||" else "- ||| -\n")
times["eflomal"] = timed([Path(sys.executable).parent / "eflomal-align", "--overwrite", "-i", given, "-f", forward, "-r", backward])
entries = dictionary(args.dictionary)
counts = {name: Counter() for name in times}
both = Counter()
theirs = args.scratch / "eflomal.links"
with open(words, encoding="utf-8") as texts, open(ours) as mine, open(forward) as ahead, open(backward) as back, open(theirs, "w") as symmetrised:
    for text, *lines in zip(texts, mine, ahead, back):
        if text.strip() == "|||":
            symmetrised.write("\n")
            continue
        source, target = (side.split() for side in text.split(" ||| "))
        first, second, third = map(links, lines)
        aligned = {"isogloss": first, "eflomal": grow_diag_final_and(second, third)}
        symmetrised.write(" ".join(f"{i}-{j}" for i, j in sorted(aligned["eflomal"])) + "\n")
        both.update(shared=len(first & aligned["eflomal"]), isogloss=len(first), eflomal=len(aligned["eflomal"]))
        sure = known(source, target, entries)
        columns = set(sure.values())
        for name, found in aligned.items():
            touching = [link for link in found if link[0] in sure or link[1] in columns]
            counts[name].update(wanted=len(sure), found=len(touching), hits=sum(sure.get(i) == j for i, j in touching))
for name, seconds in times.items():
    print(name, json.dumps({**seconds, "links": both[name], "known": counts[name]["wanted"], **score(counts[name]["hits"], counts[name]["found"], counts[name]["wanted"])}))
print("agreement", json.dumps(score(both["shared"], both["isogloss"], both["eflomal"])))
print(f"eflomal / isogloss: {times['eflomal']['cpu_seconds'] / times['isogloss']['cpu_seconds']:.2f} of the processors' time")
if args.data:
    retrieval(args.command.split(), args.data, slice_file, args.scratch, ours, theirs)
