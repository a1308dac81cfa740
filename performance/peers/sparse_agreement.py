"""Compares the weights of terms by sentence-transformers' SparseEncoder with those of a golden file.

python performance/peers/sparse_agreement.py MODEL GOLDEN

MODEL is a folder, for example one that `train` wrote; GOLDEN a golden.json of sparse_encoders.py, of the same weights.
Prints the largest difference for queries and for passages.
"""

import json
import sys

from sentence_transformers import SparseEncoder


def main(model, golden):
    with open(golden, encoding="utf-8") as file:
        golden = json.load(file)
    encoder = SparseEncoder(model, device="cpu", model_kwargs={"attn_implementation": "eager"})
    for role, encode in (("query", encoder.encode_query), ("passage", encoder.encode_document)):
        largest = 0
        for text, pairs in zip(golden["texts"], golden[role]):
            weights = encode(text).to_dense()
            for term, weight in pairs:
                weights[term] -= weight
            largest = max(largest, weights.abs().max().item())
        print(role, largest)


if __name__ == "__main__":
    main(*sys.argv[1:])
