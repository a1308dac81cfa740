"""Writes golden values for the tests of module measure: trec_eval's measures by pytrec_eval, significance by SciPy.

    python measure_golden.py ../../measure/src/test/resources/org/isogloss/measure
"""
import sys
from pathlib import Path

import numpy as np
import pytrec_eval
from scipy import stats

TREC = ["infAP", "gm_bpref", "gm_map", "Rprec_mult", "utility", "11pt_avg", "relative_P", "set_relative_P", "set_map",
        "num_nonrel_judged_ret", "P", "recall", "ndcg_cut", "map_cut", "success", "iprec_at_recall.0.05,0.15,0.33,0.67,0.99"]


def trec(folder: Path, name: str, level: int) -> None:
    with open(folder / f"{name}.qrels", encoding="utf-8") as lines:
        qrels = pytrec_eval.parse_qrel(lines)
    with open(folder / f"{name}.run", encoding="utf-8") as lines:
        run = pytrec_eval.parse_run(lines)
    qrels = {q: {d: g for d, g in judged.items() if g >= 0} for q, judged in qrels.items()}
    measured = pytrec_eval.RelevanceEvaluator(qrels, set(TREC), relevance_level=level).evaluate(run)
    # Only the first set_F of a call is taken, whatever its weight.
    weighted = pytrec_eval.RelevanceEvaluator(qrels, {"set_F.4"}, relevance_level=level).evaluate(run)
    with open(folder / f"{name}-l{level}.pytrec_eval.tsv", "w", encoding="utf-8") as out:
        for query in sorted(measured):
            for measure, value in sorted(measured[query].items()):
                # The geometric means come as logarithms.
                value = float(np.exp(value)) if measure.startswith("gm_") else value
                out.write(f"{query}\t{measure}\t{value!r}\n")
            out.write(f"{query}\tset_F_4\t{weighted[query]['set_F']!r}\n")


def significance(file: Path) -> None:
    random = np.random.default_rng(7)
    with open(file, "w", encoding="utf-8") as out:
        out.write("# pairs: a; b; t; p of scipy.stats.ttest_rel(b, a); exact p of scipy.stats.permutation_test; "
                  "low and high of scipy.stats.bootstrap (percentile, 200000) of b - a\n")
        for n, shift in [(5, 0.0), (8, 0.1), (12, 0.05), (15, 0.3), (40, 0.02), (200, 0.02), (1000, 0.005)]:
            a = random.uniform(0, 1, n).round(4)
            b = np.clip(a + random.normal(shift, 0.15, n), 0, 1).round(4)
            t = stats.ttest_rel(b, a)
            exact = "-"
            if n <= 15:
                exact = repr(float(stats.permutation_test(
                    (b, a), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", vectorized=True,
                    n_resamples=np.inf).pvalue))
            interval = stats.bootstrap((b - a,), np.mean, n_resamples=200_000, method="percentile", batch=1000,
                                       random_state=3).confidence_interval
            numbers = [float(t.statistic), float(t.pvalue), exact, float(interval.low), float(interval.high)]
            out.write(",".join(map(str, a)) + "\t" + ",".join(map(str, b)) + "\t" + "\t".join(map(str, numbers)) + "\n")


if __name__ == "__main__":
    resources = Path(sys.argv[1])
    for collection in ("binary", "graded"):
        trec(resources / "trec", collection, 1)
    trec(resources / "trec", "graded", 2)
    significance(resources / "significance.tsv")
