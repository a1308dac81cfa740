"""Writes a model folder with 4-bit matrices as a folder in single precision that sentence-transformers can open.

python float_weights.py INT4_FOLDER FOLDER

A matrix X.weight of INT4_FOLDER is X.weight.int4 (two values of -8 to 7 in a byte, the first in the low four bits) and
X.weight.scale (one for each row and 32 columns).
"""
import json
import shutil
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

source, target = Path(sys.argv[1]), Path(sys.argv[2])
target.mkdir(parents=True, exist_ok=True)
tensors = load_file(next(source.glob("*.safetensors")))
floats = {name: values for name, values in tensors.items() if not name.endswith((".int4", ".scale"))}
for name in [name for name in tensors if name.endswith(".int4")]:
    packed = tensors[name]
    values = np.empty((packed.shape[0], 2 * packed.shape[1]), np.int8)
    values[:, 0::2], values[:, 1::2] = packed & 15, packed >> 4
    values = np.where(values > 7, values - 16, values).astype(np.float32)
    matrix = name.removesuffix(".int4")
    scale = tensors[matrix + ".scale"].astype(np.float32)
    floats[matrix] = (values.reshape(len(values), -1, 32) * scale[:, :, None]).reshape(values.shape)
save_file(floats, target / "model.safetensors", metadata={"format": "pt"})
for name in ("config.json", "tokenizer.json"):
    shutil.copy(source / name, target / name)
(target / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "XLMRobertaTokenizerFast", "model_max_length": 512}))
(target / "modules.json").write_text(json.dumps([
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
]))
(target / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 512, "do_lower_case": False}))
(target / "1_Pooling").mkdir(exist_ok=True)
(target / "1_Pooling" / "config.json").write_text(json.dumps({
    "word_embedding_dimension": json.loads((source / "config.json").read_text())["hidden_size"], "pooling_mode_mean_tokens": True}))
(target / "2_Normalize").mkdir(exist_ok=True)
