"""Opens a model of a task with Python's transformers.

Standard input: {"folder": ..., "auto": "AutoModelForTokenClassification", "inputs": [[first] or
[first, second]]}. Standard output: the class of the model, the names of its outputs, the token ids
of each input, and its logits: of the classes, or of all tokens one after the other; those of an
answer's start and end alternate.
"""
import json
import os
import sys
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"
warnings.filterwarnings("ignore")
import torch
import transformers

transformers.logging.set_verbosity_error()
given = json.load(sys.stdin)
folder = given["folder"]
model, info = getattr(transformers, given["auto"]).from_pretrained(
    folder, dtype=torch.float32, output_loading_info=True)
model.eval()
tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
labels = model.config.id2label
out = {"class": type(model).__name__, "labels": [labels[i] for i in range(len(labels))],
       "missing": sorted(info["missing_keys"]), "unexpected": sorted(info["unexpected_keys"]),
       "tokens": [], "logits": []}
with torch.no_grad():
    for texts in given["inputs"]:
        encoded = tokenizer(*texts, return_tensors="pt")
        result = model(**encoded)
        if given["auto"].endswith("ForQuestionAnswering"):
            logits = torch.stack([result.start_logits, result.end_logits], -1)
        else:
            logits = result.logits
        out["tokens"].append(encoded["input_ids"][0].tolist())
        out["logits"].append(logits.flatten().tolist())
json.dump(out, sys.stdout)
