"""Encodes the lines of a file with model2vec, from the rows of an Isogloss static model.

python static_encoder.py MODEL_FOLDER FILE OUT.npy
"""
import json
import sys
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from safetensors.numpy import load_file
from tokenizers import Tokenizer

folder, texts, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
tensors = load_file(folder / "model.safetensors")
print({name: (t.dtype, t.shape) for name, t in tensors.items()}, file=sys.stderr)
rows = next(t for t in tensors.values() if t.ndim == 2)
scales = next((t for t in tensors.values() if t.ndim == 1 and len(t) == len(rows)), None)
vectors = rows.astype(np.float32) if scales is None else rows.astype(np.float32) * scales[:, None].astype(np.float32)
model = StaticModel(vectors, Tokenizer.from_file(str(folder / "tokenizer.json")), normalize=True)
lines = open(texts, encoding="utf-8").read().splitlines()
np.save(out, model.encode(lines, show_progress_bar=False, max_length=512))
