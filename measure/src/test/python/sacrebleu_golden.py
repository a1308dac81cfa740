"""Makes the golden file of SacreBleuGoldenTest with sacreBLEU.

    python sacrebleu_golden.py DIABLA.tsv.gz ../resources/org/isogloss/measure/translation/sacrebleu.json.gz

DIABLA.tsv.gz is DiaBLa, from English into French: a header, then source TAB reference. The first lines are used, with
hypotheses made by perturbing the references. Needs: pip install sacrebleu==2.6.0
The file holds
  spaces       all white space of Python
  texts        texts in many scripts and of random characters
  lowercase    each text in lower case
  tokens       the tokens of each text, separated by spaces, for each tokenizer
  corpora      references and hypotheses with the scores of many settings: of the corpus, and of each sentence
  paired       paired tests: the score of each system, p, and for the bootstrap mean and half the 95 % interval
"""
import gzip
import itertools
import json
import logging
import os
import random
import sys
import unicodedata

from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest, estimate_ci

TOKENIZERS = ["13a", "intl", "zh", "char", "none"]

# Reference, second reference, hypothesis.
LINES = [
    ("The cat sat on the mat.", "A cat was sitting on the mat.", "The cat sat on a mat."),
    ("", "", ""),
    ("Something was said.", "Someone said something.", ""),
    ("", "Nothing.", "Nothing at all"),
    ("   ", " \t ", "  "),
    ("Yes", "Yeah", "Yes"),
    ("No", "Nope", "Yes"),
    ("Yes sir", "Yes, sir", "yes Sir"),
    ("It costs $1,234.56 (about 5-10 % more) in 2024.", "In 2024 it costs 1234,56 $.",
     "It costs $1,234.56, i.e. 5-10% more, in 2024."),
    ("Pages 10-12, 3.14 and .5; v2.0-rc1.", "pp. 10-12", "Pages 10-12,3.14 and ,5; v2.0-rc1"),
    ("He said: “Don't!” – and left…", "He said 'do not' and left...", "He said: \"Don't!\" - and left..."),
    ("He said &quot;no&quot; &amp; left &lt;b&gt;", "He said \"no\" & left <b>", "He said \"no\" & left <b>"),
    ("&amp;lt; &apos; &#39; a&b", "&lt;", "&lt; ' ' a & b"),
    ("<skipped>", "skipped", "a <skipped> b"),
    ("one-\ntwo\nthree", "onetwo three", "one-two three\r"),
    ("我爱北京天安门,天安门上太阳升。", "我爱天安门。", "我愛北京天安門，太陽升。"),
    ("Java 25 于 2025 年 9 月发布(GA)。", "2025年9月发布 Java 25。", "Java25在2025年9月发布（GA）。"),
    ("吃葡萄不吐葡萄皮“真的”——是吗?", "吃葡萄", "吃葡萄不吐葡萄皮“真的”—是吗?𠀀𪛖"),
    ("私は日本語のTシャツを着ている。", "日本語", "私は、日本語Tシャツを着た。"),
    ("한국어 문장을 번역합니다.", "한국어", "한국어 문장이 번역됩니다 ."),
    ("Привет, мир! Это — тест.", "Здравствуй, мир!", "привет мир, это тест."),
    ("مرحبا بالعالم، كيف حالك؟", "مرحبا", "مرحبًا بالعالم. كيف الحال؟"),
    ("שלום עולם", "שלום", "שלום, עולם"),
    ("नमस्ते दुनिया। आप कैसे हैं?", "नमस्ते", "नमस्कार दुनिया, आप कैसे हैं ?"),
    ("สวัสดีชาวโลก", "สวัสดี", "สวัสดี ชาวโลก"),
    ("ΟΔΥΣΣΕΥΣ ΚΑΙ ΣΟΦΙΑ Σ ΑΣ' ΑΣ.Α ΑΣ-Α", "Οδυσσεύς", "οδυσσευς και σοφια σ ας' ασ.α ας-α"),
    ("İSTANBUL IĞDIR Straße GROẞ", "istanbul", "i̇stanbul iğdır strasse groß"),
    ("I ❤️ 👩‍👩‍👧‍👦 and 🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "I love families", "I ❤ 👩‍👩‍👧 and 🇩🇪!"),
    ("café naïve A\u030angstro\u0308m e\u0301\u0323", "cafe", "cafe\u0301 nai\u0308ve Ångström ẹ́"),
    ("a\u00a0b\u2003c\u3000d\u2028e\x85f\x1cg\u200bh", "a b c", "a b c d e f g h"),
    ("٣٫١٤ and ½, Ⅻ. 10² €5 £6 ¥7 ₹8", "3.14", "3.14 and ½, Ⅻ, 10² € 5 £6"),
    ("a.b.c,d,,e..f ,.,. 5.,5 5,.5 -5 5- 5-5 a-5 ...", "a", "a . b.c, d,e. .f ,,.. 5,.5 5.5 - 5"),
    ("(hi) \"quoted\" !wow! a, -b. 'c' d' @ @e _f_", "hi", "(hi hi) quoted!! wow a , b c' 'd @e f_"),
    ("the the the the the the", "the cat the cat", "the the the the cat the the"),
    ("x y z", "x y z w v", "x y z w"),
    ("This sentence has the same words as the other sentence has .", "This sentence", "same words as the other has sentence ."),
]


def french(file, count):
    rng = random.Random(1)
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        references = [line.rstrip("\n").split("\t")[1] for line in itertools.islice(lines, 1, count + 1)]
    vocabulary = [word for line in references for word in line.split()]

    def perturbed(line, rate):
        words = []
        for word in line.split():
            kind = rng.random() / rate
            if kind < .4:
                words.append(rng.choice(vocabulary))
            elif kind < .6:
                pass
            elif kind < .8:
                words += [word, word.lower()]
            elif kind < 1 and words:
                words.insert(-1, word)
            else:
                words.append(word)
        return " ".join(words)

    return [references, [perturbed(line, .2) for line in references]], [
        [perturbed(line, rate) for line in references] for rate in (.35, .4, .7)]


def random_lines(count):
    """Random texts of characters that every supported Java platform knows, too."""
    rng = random.Random(2)
    every = [c for c in map(chr, [*range(0xD800), *range(0xE000, 0x30000)]) if unicodedata.category(c) not in ("Cn", "Co")]
    kinds = {}
    for c in every:
        kinds.setdefault(unicodedata.category(c)[0], []).append(c)
    marks = list("..,,--'\"&<(5%0123abAB ΣσΑ")
    for _ in range(count):
        yield "".join(
            rng.choice(marks) if rng.random() < .5 else rng.choice(kinds[rng.choice("CLMNPPSSZ")])
            for _ in range(rng.randrange(1, 24)))


def long_lines(count, words):
    """Long texts of few words, and the same words in another order."""
    rng = random.Random(4)
    references = [[rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(words * (i + 1))] for i in range(count)]
    hypotheses = []
    for line in references:
        half = len(line) // 2
        moved = line[half:] + line[:half]
        for _ in range(len(line) // 8):
            moved.insert(rng.randrange(len(moved)), moved.pop(rng.randrange(len(moved))))
        hypotheses.append(moved[: rng.randrange(len(moved) // 2, len(moved))])
    return [" ".join(line) for line in references], [" ".join(line) for line in hypotheses]


def settings():
    for tokenizer in TOKENIZERS:
        yield BLEU, dict(tokenize=tokenizer)
        yield BLEU, dict(tokenize=tokenizer, lowercase=True, effective_order=True)
    for method, value in [("none", None), ("floor", None), ("floor", .01), ("add-k", None), ("add-k", 2.5), ("exp", None)]:
        for effective in (False, True):
            yield BLEU, dict(smooth_method=method, smooth_value=value, effective_order=effective)
    for order in (1, 2, 6):
        yield BLEU, dict(max_ngram_order=order)
    for words in (0, 2):
        yield CHRF, dict(word_order=words)
        yield CHRF, dict(word_order=words, lowercase=True)
        yield CHRF, dict(word_order=words, whitespace=True)
        yield CHRF, dict(word_order=words, eps_smoothing=True)
        yield CHRF, dict(word_order=words, beta=3, char_order=4, eps_smoothing=True, whitespace=True)
        yield CHRF, dict(word_order=words, beta=1)
    for normalized, no_punct, asian in itertools.product((False, True), repeat=3):
        yield TER, dict(normalized=normalized, no_punct=no_punct, asian_support=asian)
    yield TER, dict(case_sensitive=True)


def score(metric, hypotheses, references):
    whole = metric.corpus_score(hypotheses, references)
    return {
        "score": whole.score,
        "line": whole.format(width=4, signature=metric.get_signature().format()),
        "sentences": [round(metric.sentence_score(h, r).score, 9) for h, *r in zip(hypotheses, *references)],
    }


def corpus(references, hypotheses):
    scores = []
    for kind, options in settings():
        made = score(kind(**options), hypotheses, references)
        scores.append({"metric": kind.__name__, "options": options, **made})
    return {"references": references, "hypotheses": hypotheses, "scores": scores}


def paired(references, systems):
    tests = []
    for kind, samples in (("bs", 1000), ("ar", 10000)):
        for name, metric in (("BLEU", BLEU(references=references)), ("CHRF", CHRF(references=references))):
            named = [(str(i), system) for i, system in enumerate(systems)]
            signatures, results = PairedTest(named, {name: metric}, None, test_type=kind, n_samples=samples)()
            (key, signature), = signatures.items()
            tests.append({
                "kind": kind, "metric": name, "samples": samples, "signature": str(signature),
                "systems": [{k: None if v is None else float(v) for k, v in vars(r).items()} for r in results[key]]})
    scores = [random.Random(3).gauss(30, 2) for _ in range(997)]
    return {"references": references, "systems": systems, "tests": tests,
            "interval": {"scores": scores, "estimate": list(map(float, estimate_ci(scores)))}}


def main(diabla, out):
    logging.disable()
    os.environ["SACREBLEU_SEED"] = "12345"
    references, systems = french(diabla, 80)
    first, second, hypotheses = map(list, zip(*LINES))
    noise = list(random_lines(400))
    long_references, long_hypotheses = long_lines(6, 20)
    texts = [text for line in LINES for text in line] + noise
    golden = {
        "spaces": [c for c in range(0x110000) if chr(c).isspace()],
        "texts": texts,
        "lowercase": [text.lower() for text in texts],
        "tokens": {name: [" ".join(BLEU(tokenize=name)._preprocess_segment(text).split()) for text in texts]
                   for name in TOKENIZERS},
        "corpora": [
            corpus([first], hypotheses),
            corpus([first, second], hypotheses),
            corpus([noise[:60], noise[60:120]], noise[1:61]),
            corpus(references[:1], systems[0]),
            corpus(references, systems[2]),
            corpus([long_references], long_hypotheses),
            corpus([["Same."]], [""]),
            corpus([[""]], ["Same."]),
        ],
        "paired": paired(references, systems),
    }
    with gzip.GzipFile(out, "wb", mtime=0) as file:
        file.write(json.dumps(golden, separators=(",", ":")).encode("ascii"))


if __name__ == "__main__":
    main(*sys.argv[1:])
