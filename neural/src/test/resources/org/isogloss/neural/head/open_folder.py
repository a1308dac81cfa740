"""Opens a model folder with Python's transformers and sentence-transformers.

Standard input: {"folder": ..., "ids": [[...]], "types": [[...]], "texts": [...]}, one row without
padding each. Standard output: the class that was loaded; the mean of the last layer of each row;
logits of each row (at the second piece for a language model, at the first for labels of pieces);
and what sentence-transformers makes of the texts if the folder is a sentence encoder.
"""
import inspect
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
config = transformers.AutoConfig.from_pretrained(folder)
architecture = config.architectures[0]
model, info = getattr(transformers, architecture).from_pretrained(
    folder, dtype=torch.float32, output_loading_info=True)
model.eval()
out = {"class": architecture, "mean": [], "logits": []}
out["missing"] = sorted(n for n in info["missing_keys"] if "pooler" not in n)
out["unexpected"] = sorted(info["unexpected_keys"])
has_segments = "token_type_ids" in inspect.signature(model.forward).parameters
with torch.no_grad():
    for ids, types in zip(given["ids"], given["types"]):
        segments = {"token_type_ids": torch.tensor([types])} if has_segments else {}
        result = model(torch.tensor([ids]), output_hidden_states=True, **segments)
        states = getattr(result, "last_hidden_state", result.hidden_states[-1])
        out["mean"].append(states[0].mean(0).tolist())
        if architecture.endswith("ForQuestionAnswering"):
            out["logits"].append(result.start_logits[0].tolist() + result.end_logits[0].tolist())
        elif architecture.endswith("ForMaskedLM"):
            out["logits"].append(result.logits[0, 1].tolist())
        elif architecture.endswith("ForTokenClassification"):
            out["logits"].append(result.logits[0, 0].tolist())
        elif architecture.endswith("ForSequenceClassification"):
            out["logits"].append(result.logits[0].tolist())
if os.path.exists(os.path.join(folder, "modules.json")):
    from sentence_transformers import SentenceTransformer
    encoder = SentenceTransformer(folder, device="cpu", model_kwargs={"dtype": torch.float32})
    out["vectors"] = encoder.encode(given["texts"]).tolist()
    out["queries"] = encoder.encode(given["texts"], prompt_name="query").tolist()
tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
out["tokens"] = [tokenizer(text)["input_ids"] for text in given["texts"]]
json.dump(out, sys.stdout)
