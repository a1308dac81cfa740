# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Writes the golden files of the measures of fine-tuned tasks: answers, spans, labels, correlations.

    python task_measure_golden.py SCRIPTS OUT

SCRIPTS contains evaluate_v1_1.py (SQuAD's evaluate-v1.1.py) and mlqa_evaluation_v1.py (of
facebookresearch/MLQA). Needs seqeval, scikit-learn, scipy, and transformers 4 for its copy of the
script of SQuAD 2.0. All texts are made up from the words below with a fixed seed.
"""

import json
import random
import sys
from pathlib import Path

WORDS = {
    "en": ["the", "a", "An", "theory", "Rhine", "u.s.", "it's", "20", "3,5", "a-b", "THE", "“an”", "_the_", "½", "river"],
    "de": ["der", "Die", "einem", "Straße", "Köln-Süd", "„Rhein“", "dem", "demo", "1.230", "ÄPFEL", "das", "§"],
    "es": ["el", "La", "los", "¿qué", "río", "unas", "Ángel", "elías", "«un»", "1.230", "las"],
    "vi": ["của", "là", "Những", "chiếc", "sông", "Hà", "Nội", "LÀNG", "cái", "cu\u0309a", "20"],
    "ar": ["ال", "النهر", "نهر", "والنهر", "،", "طويل؟", "١٢", "الالماني", "نَهْر"],
    "hi": ["नदी", "राइन", "है।", "की", "का", "१२", "a", "लंबी,"],
    "zh": ["莱茵河", "在", "科隆", "Rhein", "1230", "公里", "。", "《河》", "\U00020000", "a", "河 流"],
}
WORDS["squad"] = [word for words in WORDS.values() for word in words] + ["ΟΔΟΣ", "İzmir", "\u00a0", "x\u2028y", "a\u0301"]


def text(random, words, longest=6):
    separator = random.choice(["", " "]) if random.random() < 0.3 else " "
    return separator.join(random.choice(words) for _ in range(random.randint(0, longest)))


def answer(random, words, references):
    if random.random() < 0.5 and references:
        chosen = random.choice(references).split(" ")
        if len(chosen) > 1 and random.random() < 0.6:
            chosen.pop(random.randrange(len(chosen)))
        return " ".join(chosen)
    return text(random, words)


def answers(scripts, out):
    sys.path.insert(0, str(scripts))
    import evaluate_v1_1
    import mlqa_evaluation_v1

    source = random.Random(28)
    with open(out / "answers.jsonl", "w") as lines:
        for language, words in WORDS.items():
            questions, predictions, rows = [], {}, []
            for i in range(150):
                references = [text(source, words) for _ in range(source.randint(1, 3))]
                row = {"references": references}
                questions.append({"id": str(i), "answers": [{"text": one} for one in references]})
                if source.random() < 0.95:
                    predictions[str(i)] = row["answer"] = answer(source, words, references)
                rows.append(row)
            dataset = [{"paragraphs": [{"qas": questions}]}]
            if language == "squad":
                module, extra = evaluate_v1_1, ()
            else:
                module, extra = mlqa_evaluation_v1, (language,)
            for i, row in enumerate(rows):
                if "answer" in row:
                    row["normalized"] = module.normalize_answer(row["answer"], *extra)
                    for key, metric in ("exact", module.exact_match_score), ("f1", module.f1_score):
                        row[key] = float(module.metric_max_over_ground_truths(metric, row["answer"], row["references"], *extra))
            total = module.evaluate(dataset, predictions, *extra)
            lines.write(json.dumps({"language": language, "questions": rows, **total}, ensure_ascii=False) + "\n")


class Example:
    """What transformers reads of a question."""

    def __init__(self, qas_id, answers):
        self.qas_id = qas_id
        self.answers = [{"text": one} for one in answers]


def optional_answers(out):
    from transformers.data.metrics.squad_metrics import squad_evaluate

    source = random.Random(29)
    with open(out / "optional-answers.jsonl", "w") as lines:
        for threshold in 1.0, 0.5, 0.0:
            words = WORDS["en"]
            rows = []
            for _ in range(200):
                references = [text(source, words) for _ in range(source.randint(1, 3))] if source.random() < 0.6 else []
                given = "" if source.random() < 0.3 else answer(source, words, references)
                rows.append({"references": references, "answer": given, "no_answer": round(source.random(), 1)})
            examples = [Example(str(i), row["references"]) for i, row in enumerate(rows)]
            result = squad_evaluate(
                examples,
                {str(i): row["answer"] for i, row in enumerate(rows)},
                {str(i): row["no_answer"] for i, row in enumerate(rows)},
                no_answer_probability_threshold=threshold,
            )
            lines.write(json.dumps({"threshold": threshold, "questions": rows, "result": result}, ensure_ascii=False) + "\n")


def spans(out):
    from seqeval.metrics import accuracy_score, classification_report

    source = random.Random(30)
    tags = ["O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC", "I-ORG"]
    with open(out / "spans.jsonl", "w") as lines:
        for _ in range(5):
            gold, predicted = [], []
            for _ in range(30):
                sentence = [source.choice(tags) for _ in range(source.randint(1, 12))]
                gold.append(sentence)
                predicted.append([tag if source.random() < 0.8 else source.choice(tags) for tag in sentence])
            report = classification_report(gold, predicted, output_dict=True, zero_division=0)
            report = {name: {key: float(value) for key, value in row.items()} for name, row in report.items()}
            lines.write(json.dumps({"gold": gold, "predicted": predicted, "accuracy": accuracy_score(gold, predicted), "report": report}) + "\n")


def labels(out):
    from scipy.stats import pearsonr, spearmanr
    from sklearn.metrics import accuracy_score, classification_report

    source = random.Random(31)
    with open(out / "labels.jsonl", "w") as lines:
        for classes in (["a", "b"], ["entailment", "neutral", "contradiction"], list("uvwxyz")):
            gold = [source.choice(classes[:-1] if len(classes) > 3 else classes) for _ in range(80)]
            predicted = [one if source.random() < 0.6 else source.choice(classes) for one in gold]
            report = classification_report(gold, predicted, output_dict=True, zero_division=0)
            a = [round(source.uniform(0, 5), 1) for _ in gold]
            b = [one + source.gauss(0, 2) for one in a]
            lines.write(
                json.dumps(
                    {
                        "gold": gold,
                        "predicted": predicted,
                        "accuracy": accuracy_score(gold, predicted),
                        "macro_f1": report["macro avg"]["f1-score"],
                        "labels": {one: report[one] for one in classes if one in report},
                        "a": a,
                        "b": b,
                        "pearson": float(pearsonr(a, b).statistic),
                        "spearman": float(spearmanr(a, b).statistic),
                    }
                )
                + "\n"
            )


if __name__ == "__main__":
    scripts, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    answers(scripts, out)
    optional_answers(out)
    spans(out)
    labels(out)
