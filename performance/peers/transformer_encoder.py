"""Encodes texts with a transformer in Python and prints what it took as JSON, as TransformerBenchmark does for ours.

python transformer_encoder.py sentence-transformers|onnxruntime-int8|onnxruntime-int8-fused MODEL_FOLDER TEXTS_FOLDER SCRATCH_FOLDER

sentence-transformers    PyTorch, single precision
onnxruntime-int8         the model exported by PyTorch, quantised by onnxruntime's quantize_dynamic
onnxruntime-int8-fused   the same, its operators fused by onnxruntime.transformers.optimizer before
"""
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np

kind, folder, texts, scratch = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
threads = len(os.sched_getaffinity(0))
prompts = Path(folder) / "config_sentence_transformers.json"
prefix = json.loads(prompts.read_text())["prompts"].get("query", "") if prompts.exists() else ""


def with_sentence_transformers():
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(threads)
    model = SentenceTransformer(folder, device="cpu")
    return lambda batch: model.encode([prefix + text for text in batch], batch_size=32, normalize_embeddings=True, show_progress_bar=False)


def exported(fused):
    """The graph in eight bits, made once."""
    file = scratch / ("fused-int8.onnx" if fused else "int8.onnx")
    if file.exists():
        return file
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from transformers import AutoModel

    model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    plain = scratch / "plain.onnx"
    ids = torch.ones(2, 8, dtype=torch.int64)

    class Hidden(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, attention_mask):
            return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    axes = {name: {0: "batch", 1: "tokens"} for name in ("input_ids", "attention_mask", "last_hidden_state")}
    torch.onnx.export(Hidden(), (ids, ids), str(plain), input_names=["input_ids", "attention_mask"],
                      output_names=["last_hidden_state"], dynamic_axes=axes, opset_version=17, dynamo=False)
    if fused:
        from onnxruntime.transformers import optimizer

        config = model.config
        optimized = optimizer.optimize_model(str(plain), model_type="bert", num_heads=config.num_attention_heads, hidden_size=config.hidden_size)
        plain = scratch / "fused.onnx"
        optimized.save_model_to_file(str(plain))
    # Operators that were fused are unknown to the inference of types.
    quantize_dynamic(str(plain), str(file), weight_type=QuantType.QInt8, extra_options={"DefaultTensorType": 1})
    return file


def with_onnxruntime(fused):
    import onnxruntime
    from transformers import AutoTokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(exported(fused)), options, providers=["CPUExecutionProvider"])
    tokenizer = AutoTokenizer.from_pretrained(folder)

    def encode(batch):
        given = tokenizer([prefix + text for text in batch], padding=True, truncation=True, max_length=512, return_tensors="np")
        mask = given["attention_mask"].astype(np.int64)
        hidden = session.run(None, {"input_ids": given["input_ids"].astype(np.int64), "attention_mask": mask})[0]
        vectors = (hidden * mask[:, :, None]).sum(1)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    return encode


def rate(lines, encode):
    """Texts a second, the median over rounds, and a second of processor time, both without the first round."""
    rates = []
    end = time.perf_counter() + 2
    while len(rates) < 4 or time.perf_counter() < end:
        if len(rates) == 1:
            busy = time.process_time()
        start = time.perf_counter()
        for at in range(0, len(lines), 32):
            encode(lines[at:at + 32])
        rates.append(len(lines) / (time.perf_counter() - start))
    return round(statistics.median(rates[1:]), 2), round((len(rates) - 1) * len(lines) / (time.process_time() - busy), 2)


encode = with_sentence_transformers() if kind == "sentence-transformers" else with_onnxruntime(kind.endswith("fused"))
result = {}
for length in (16, 32, 128):
    result[str(length)], result[f"{length}_cpu"] = rate((texts / f"{length}.txt").read_text(encoding="utf-8").splitlines(), encode)
questions = (texts / "16.txt").read_text(encoding="utf-8").splitlines()
for text in questions[:50]:
    encode([text])
taken = []
busy = time.process_time()
for text in questions:
    start = time.perf_counter()
    encode([text])
    taken.append((time.perf_counter() - start) * 1000)
busy = time.process_time() - busy
taken.sort()
result["p50_ms"] = round(taken[len(taken) // 2], 3)
result["p99_ms"] = round(taken[len(taken) * 99 // 100], 3)
result["cpu_ms"] = round(busy * 1000 / len(taken), 3)
print(json.dumps(result))
