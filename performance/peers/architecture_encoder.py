"""Random weights of the sizes of published encoders, and their speed in ONNX Runtime's dynamic eight bits.

python performance/peers/architecture_encoder.py make NAME LAYERS FOLDER samples/xquad
python performance/peers/architecture_encoder.py serve FOLDER SCRATCH

`make` writes a folder in bfloat16 with the widths of NAME and a small vocabulary (LAYERS 0: all layers and the whole
vocabulary). `serve` exports it with torch.onnx, quantises it with quantize_dynamic, prints a line, and answers each
line LENGTH SECONDS of its input with the tokens it encoded in a second, in batches of 512 tokens, and in a second of
processor time. Its threads do not spin while they wait, so that processor time is work. If torch.onnx cannot export the
model, it ends with the status 3.
"""

import os
import sys
import time
import traceback

import numpy as np
import torch
import transformers as t

TOKENS = 512
NOT_EXPORTABLE = 3


def sizes(name):
    """The class, its configuration and its tokenizer; layers and vocabulary are those of the published model."""
    from small_encoders import gemma, qwen, roberta, unigram, word_piece, modernbert

    base = dict(hidden_size=768, num_attention_heads=12, intermediate_size=3072, num_hidden_layers=12)
    return {
        "distilbert": (t.DistilBertModel, t.DistilBertConfig, word_piece, dict(vocab_size=119547, n_layers=6)),
        "roberta": (t.RobertaModel, t.RobertaConfig, roberta, dict(
            vocab_size=50265, max_position_embeddings=514, type_vocab_size=1, **base)),
        "mpnet": (t.MPNetModel, t.MPNetConfig, lambda lines: word_piece(lines, True), dict(
            vocab_size=30527, max_position_embeddings=514, **base)),
        "modernbert": (t.ModernBertModel, t.ModernBertConfig, modernbert, dict(
            vocab_size=50368, hidden_size=768, num_attention_heads=12, intermediate_size=1152, num_hidden_layers=22)),
        "gemma3": (t.Gemma3TextModel, t.Gemma3TextConfig, gemma, dict(
            vocab_size=262144, hidden_size=768, num_attention_heads=3, num_key_value_heads=1, head_dim=256,
            query_pre_attn_scalar=256, intermediate_size=1152, num_hidden_layers=24, sliding_window=512,
            max_position_embeddings=2048, use_bidirectional_attention=True)),
        "qwen3": (t.Qwen3Model, t.Qwen3Config, qwen, dict(
            vocab_size=151669, hidden_size=1024, num_attention_heads=16, num_key_value_heads=8, head_dim=128,
            intermediate_size=3072, num_hidden_layers=28)),
        "gte": (t.GteModel, t.GteConfig, unigram, dict(vocab_size=250048, max_position_embeddings=8192, **base)),
        "nomic-bert": (t.NomicBertModel, t.NomicBertConfig, word_piece, dict(vocab_size=30528, **base)),
        "jina-embeddings-3": (t.JinaEmbeddingsV3Model, t.JinaEmbeddingsV3Config, unigram, dict(
            vocab_size=250002, hidden_size=1024, num_attention_heads=16, intermediate_size=4096,
            num_hidden_layers=24)),
    }[name]


def make(name, layers, folder, samples):
    from small_encoders import questions, read, write

    model_class, config_class, tokenizer_of, settings = sizes(name)
    tokenizer, tokenizer_class, names = tokenizer_of(list(questions(samples, "[de][ensl]")))
    if layers:
        settings["n_layers" if "n_layers" in settings else "num_hidden_layers"] = layers
        settings["vocab_size"] = 2048
    settings["pad_token_id"] = tokenizer.token_to_id(names["pad_token"])
    for role in ("bos", "eos", "cls", "sep"):
        if role + "_token" in names:
            settings[role + "_token_id"] = tokenizer.token_to_id(names[role + "_token"])
    torch.manual_seed(3)
    torch.set_default_dtype(torch.bfloat16)
    model = model_class(config_class(**settings))
    model.save_pretrained(folder)
    fast = t.PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=8192, **names)
    fast.save_pretrained(folder)
    config = read(folder + "/tokenizer_config.json")
    write(folder + "/tokenizer_config.json", {**config, "tokenizer_class": tokenizer_class})
    os.makedirs(folder + "/1_Pooling")
    write(folder + "/1_Pooling/config.json", {
        "word_embedding_dimension": model.config.hidden_size, "pooling_mode_mean_tokens": True})


def export(folder, scratch):
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = t.AutoModel.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()

    class Hidden(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, attention_mask):
            return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    plain, quantised = os.path.join(scratch, "plain.onnx"), os.path.join(scratch, "int8.onnx")
    ids = torch.full((3, 8), 9, dtype=torch.int64)
    names = ["input_ids", "attention_mask"]
    try:
        with torch.no_grad():
            torch.onnx.export(Hidden(), (ids, torch.ones_like(ids)), plain, input_names=names,
                              output_names=["last_hidden_state"], opset_version=17, dynamo=False,
                              dynamic_axes={name: {0: "batch", 1: "tokens"} for name in names + ["last_hidden_state"]})
    except Exception:  # The tracer raises errors of many kinds.
        traceback.print_exc()
        sys.exit(NOT_EXPORTABLE)
    quantize_dynamic(plain, quantised, weight_type=QuantType.QInt8, extra_options={"DefaultTensorType": 1})
    os.remove(plain)
    return quantised


def serve(folder, scratch):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(export(folder, scratch), options, providers=["CPUExecutionProvider"])
    print("ready", flush=True)
    for line in sys.stdin:
        length, seconds = line.split()
        shape = (max(1, TOKENS // int(length)), int(length))
        ids = np.random.default_rng(1).integers(5, 300, shape)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        session.run(None, feed)
        start, busy, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - start < float(seconds):
            session.run(None, feed)
            count += ids.size
        print(count / (time.perf_counter() - start), count / (time.process_time() - busy), flush=True)


if sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5])
else:
    serve(sys.argv[2], sys.argv[3])
