"""Writes golden values for the tests of t-SNE in module measure: sentence vectors, and maps of them by scikit-learn with their KL divergences.

    python tsne_golden.py texts ../../samples/xquad > questions.txt
    ../../isogloss encode questions.txt --model tiny --role query --to questions.npy
    python tsne_golden.py maps questions.npy ../../measure/src/test/resources/org/isogloss/measure/tsne

The texts are 100 questions of XQuAD in each of 12 languages. Their vectors are reduced to 32 dimensions by PCA and rounded to signed bytes, [1200, 32]; scikit-learn maps the rounded
vectors. The divergence at the end depends on the noise of the initial map, which decides between local minima, so that the mean over several runs is written; and one map of each setting,
with its divergence.
"""
import gzip
import json
import sys
from pathlib import Path

LANGUAGES = "ar de el en es hi ro ru th tr vi zh".split()


def texts(folder: Path) -> None:
    questions = {}
    for language in LANGUAGES:
        with gzip.open(folder / f"xquad.{language}.json.gz", "rt", encoding="utf-8") as file:
            articles = json.load(file)["data"]
        questions[language] = [q["question"] for article in articles for paragraph in article["paragraphs"] for q in paragraph["qas"]]
    for i in range(0, 1100, 11):
        for language in LANGUAGES:
            print(questions[language][i].replace("\n", " "))


def maps(file: Path, folder: Path) -> None:
    import numpy as np
    import sklearn
    from sklearn.decomposition import PCA
    from sklearn.manifold import TSNE

    reduced = PCA(32, svd_solver="full").fit_transform(np.load(file).astype(np.float64))
    rounded = np.rint(reduced * (127 / np.abs(reduced).max())).astype(np.int8)
    rounded.tofile(folder / "questions.int8")
    with open(folder / "scikit-learn.tsv", "w", encoding="utf-8") as out:
        print(f"# scikit-learn {sklearn.__version__}: method, vectors, perplexity, runs, mean of kl_divergence_, its standard deviation; kl_divergence_ of the map in the file", file=out)
        for method, count, perplexity, runs in [("exact", 300, 10, 20), ("exact", 300, 30, 20), ("barnes_hut", 1200, 50, 10)]:
            vectors = rounded[:count].astype(np.float32)
            plane = PCA(2, svd_solver="full").fit_transform(vectors)
            plane *= 1e-4 / np.std(plane[:, 0])
            divergences = []
            for seed in range(runs):
                noise = np.random.default_rng(seed).normal(0, 1e-6, plane.shape)
                tsne = TSNE(init=(plane + noise).astype(np.float32), method=method, perplexity=perplexity).fit(vectors)
                divergences.append(tsne.kl_divergence_)
                print(method, count, perplexity, seed, tsne.kl_divergence_, flush=True)
            print(method, count, perplexity, runs, *(f"{x:.5f}" for x in (np.mean(divergences), np.std(divergences, ddof=1), divergences[-1])), sep="\t", file=out)
            np.savetxt(folder / f"{method}-{count}-{perplexity}.tsv", tsne.embedding_, "%.5g", "\t")


if __name__ == "__main__":
    if sys.argv[1] == "texts":
        texts(Path(sys.argv[2]))
    else:
        maps(Path(sys.argv[2]), Path(sys.argv[3]))
