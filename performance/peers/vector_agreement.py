"""Compares the neighbourhoods of two models of word vectors: share of common neighbours, correlation of cosines.

python vector_agreement.py FIRST.vec SECOND.vec [WORDS [CANDIDATES]]

For the WORDS (1,000) most frequent words, the 10 nearest neighbours among the CANDIDATES (20,000) most frequent words of both models; Spearman's correlation over 100,000 random pairs
of these candidates, and over 100,000 of the most frequent words.
"""
import sys

import numpy as np
from scipy.stats import spearmanr


def read(file):
    with open(file, encoding="utf-8") as lines:
        next(lines)
        rows = (line.rstrip("\n").split(" ") for line in lines)
        return {row[0]: np.array(row[1:], dtype=np.float32) for row in rows}


def unit(vectors, words):
    matrix = np.stack([vectors[word] for word in words])
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


first, second = read(sys.argv[1]), read(sys.argv[2])
tested, size = (int(value) for value in (*sys.argv[3:], *(1000, 20_000)[len(sys.argv) - 3 :]))
words = [word for word in first if word in second][:size]
tested = min(tested, len(words))
matrices = [unit(vectors, words) for vectors in (first, second)]


def neighbours(matrix):
    cosines = matrix[:tested] @ matrix.T
    cosines[np.arange(tested), np.arange(tested)] = -2
    return np.argpartition(-cosines, 10, axis=1)[:, :10]


def correlation(among):
    pairs = np.random.default_rng(1).integers(among, size=(2, 100_000))
    return spearmanr(*((matrix[pairs[0]] * matrix[pairs[1]]).sum(axis=1) for matrix in matrices)).statistic


common = [len(set(a) & set(b)) / 10 for a, b in zip(*map(neighbours, matrices))]
print(f"vocabulary {len(first)} {len(second)} neighbours {np.mean(common):.4f} spearman {correlation(len(words)):.4f} frequent {correlation(tested):.4f}")
