# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Computes the scores of a BiCLA model folder with PyTorch, for the tests of runtime.

    python performance/peers/bicla_golden.py MODEL > scores.json

MODEL is a small trained model, such as the one that
    ./isogloss papers bicla --scale smoke --work WORK --threads 1 --keep-models --set vectors.max-words=300 --set training.steps=200
leaves in WORK/models/bicla-de-en. Needs torch and safetensors (requirements-transformers.txt).
"""

import json
import sys

import torch
from safetensors.torch import load_file

PAIRS = 40


def sentences(count, words, generator):
    lengths = torch.randint(1, 12, (count,), generator=generator)
    return [torch.randint(0, words, (int(n),), generator=generator).tolist() for n in lengths]


def main(folder):
    with open(folder + "/config.json", encoding="utf-8") as file:
        config = json.load(file)
    if (
        config["aggregation"] not in ("sum", "mean")
        or config.get("reduction", False)
        or config.get("shared", ["encoder"]) != ["encoder"]
    ):
        sys.exit(folder + ": this script computes the form of the paper only: aggregation sum or mean, "
                 "without reduction, with a shared encoder")
    tensors = load_file(folder + "/model.safetensors")
    dimension, hidden = config["word_dimension"], config["lstm_hidden_size"]
    lstm = torch.nn.LSTM(dimension, hidden, bidirectional=True, batch_first=True)
    lstm.load_state_dict({k[5:]: v for k, v in tensors.items() if k.startswith("lstm.")})

    def states(language, rows):
        values = tensors[f"words.{language}.values"][rows].float()
        vectors = values * tensors[f"words.{language}.scales"][rows].unsqueeze(1)
        return lstm(vectors.unsqueeze(0))[0][0]

    def attend(side, own, other):
        matching = own @ tensors[f"cross_attention.{side}.weight"] @ other.T
        return torch.softmax(torch.tanh(matching + tensors[f"cross_attention.{side}.bias"]), 1) @ other

    def embed(side, tokens):
        weights = torch.tanh(
            tokens @ tensors[f"intra_attention.{side}.weight"] + tensors[f"intra_attention.{side}.bias"]
        )
        total = weights @ tokens
        return total / len(tokens) if config["aggregation"] == "mean" else total

    def score(first, second):
        e1 = embed("first", attend("first", first, second))
        e2 = embed("second", attend("second", second, first))
        return torch.tanh(e1 @ tensors["score.weight"] @ e2 + tensors["score.bias"]).item()

    generator = torch.Generator().manual_seed(1)
    first_language, second_language = "de", "en"
    pairs = []
    with torch.no_grad():
        size = len(tensors[f"words.{first_language}.scales"])
        first = sentences(PAIRS, size, generator)
        size = len(tensors[f"words.{second_language}.scales"])
        second = sentences(PAIRS, size, generator)
        for a, b in zip(first, second):
            pairs.append(
                {
                    "first": a,
                    "second": b,
                    "score": score(states(first_language, a), states(second_language, b)),
                }
            )
    json.dump({"first": first_language, "second": second_language, "pairs": pairs}, sys.stdout)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
