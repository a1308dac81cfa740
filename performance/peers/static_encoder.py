"""Encodes the lines of a file with model2vec, from the rows of an Isogloss static model.

python static_encoder.py MODEL_FOLDER FILE OUT.npy [OURS.npy]

With OURS.npy, of `isogloss encode`, says how far the two are apart.
"""
import sys
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from safetensors.numpy import load_file
from tokenizers import Tokenizer

folder, texts, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
tensors = load_file(folder / "model.safetensors")
vectors = tensors["embedding.weight"].astype(np.float32) * tensors["embedding.scale"][:, None]
model = StaticModel(vectors, Tokenizer.from_file(str(folder / "tokenizer.json")), normalize=True)
lines = open(texts, encoding="utf-8").read().splitlines()
theirs = model.encode(lines, show_progress_bar=False, max_length=512)
np.save(out, theirs)
if len(sys.argv) > 4:
    print("largest difference of a component:", np.abs(theirs - np.load(sys.argv[4])).max())
