"""Translates with CTranslate2 a file that performance/translation wrote, with the same weights in eight bits, and prints the times as JSON.

python translation.py MODEL_FOLDER SOURCES THREADS BEAM BATCH

MODEL_FOLDER is a translation model of Isogloss without word similarities, which CTranslate2 does not have; it is converted, once, to the
folder MODEL_FOLDER.ctranslate2. SOURCES has the token ids of a sentence on each line.
"""
import json
import os
import resource
import sys
import time

import ctranslate2
import numpy as np
from ctranslate2.specs import common_spec, transformer_spec
from safetensors.numpy import load_file

folder, sources, threads, beam, batch = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])


def linear(spec, tensors, *names):
    spec.weight = np.concatenate([tensors[name + ".weight"] for name in names])
    spec.bias = np.concatenate([tensors[name + ".bias"] for name in names])


def norm(spec, tensors, name):
    spec.gamma, spec.beta = tensors[name + ".weight"], tensors[name + ".bias"]


def convert(target):
    config = json.load(open(os.path.join(folder, "config.json")))
    settings = json.load(open(os.path.join(folder, "translation.json")))
    if settings["word_similarities"]:
        sys.exit(folder + " adds word similarities to the logits, which CTranslate2 cannot: train with decoder.word-similarities: false")
    tensors = load_file(os.path.join(folder, "model.safetensors"))
    tensors = {name.removeprefix("bert."): value.astype(np.float32) for name, value in tensors.items()}
    decoder = {name: value for name, value in load_file(os.path.join(folder, "translation.safetensors")).items()}
    heads, layers = config["num_attention_heads"], config["num_hidden_layers"]
    common = dict(activation=common_spec.Activation.GELU, layernorm_embedding=True)
    spec = transformer_spec.TransformerSpec(
        transformer_spec.TransformerEncoderSpec(layers, heads, pre_norm=False, **common),
        transformer_spec.TransformerDecoderSpec(settings["layers"], heads, pre_norm=True, **common))
    encoder = spec.encoder
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = tensors["embeddings.word_embeddings.weight"]
    encoder.position_encodings.encodings = tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
    norm(encoder.layernorm_embedding, tensors, "embeddings.LayerNorm")
    for i, layer in enumerate(encoder.layer):
        part = f"encoder.layer.{i}."
        linear(layer.self_attention.linear[0], tensors, *(part + "attention.self." + name for name in ("query", "key", "value")))
        linear(layer.self_attention.linear[1], tensors, part + "attention.output.dense")
        norm(layer.self_attention.layer_norm, tensors, part + "attention.output.LayerNorm")
        linear(layer.ffn.linear_0, tensors, part + "intermediate.dense")
        linear(layer.ffn.linear_1, tensors, part + "output.dense")
        norm(layer.ffn.layer_norm, tensors, part + "output.LayerNorm")
    out = spec.decoder
    out.scale_embeddings = False
    out.embeddings.weight = decoder["decoder.embeddings.word_embeddings.weight"]
    out.position_encodings.encodings = decoder["decoder.embeddings.position_embeddings.weight"]
    norm(out.layernorm_embedding, decoder, "decoder.embeddings.LayerNorm")
    for i, layer in enumerate(out.layer):
        part = f"decoder.layer.{i}."
        for attention, name in ((layer.self_attention, "self_attention"), (layer.attention, "cross_attention")):
            norm(attention.layer_norm, decoder, part + name + ".LayerNorm")
            own = ("query", "key", "value")
            if name == "self_attention":
                linear(attention.linear[0], decoder, *(part + name + "." + kind for kind in own))
            else:
                linear(attention.linear[0], decoder, part + name + ".query")
                linear(attention.linear[1], decoder, part + name + ".key", part + name + ".value")
            linear(attention.linear[-1], decoder, part + name + ".output")
        norm(layer.ffn.layer_norm, decoder, part + "feed_forward.LayerNorm")
        linear(layer.ffn.linear_0, decoder, part + "feed_forward.intermediate")
        linear(layer.ffn.linear_1, decoder, part + "feed_forward.output")
    norm(out.layer_norm, decoder, "decoder.LayerNorm")
    out.projection.weight = decoder["decoder.embeddings.word_embeddings.weight"]
    out.projection.bias = decoder["decoder.output.bias"]
    first, last, unknown = json.loads(open(sources).readline())["special"]
    spec.register_source_vocabulary([str(i) for i in range(len(encoder.embeddings[0].weight))])
    spec.register_target_vocabulary([str(i) for i in decoder["target_ids"]])
    spec.config.bos_token = spec.config.decoder_start_token = str(first)
    spec.config.eos_token, spec.config.unk_token = str(last), str(unknown)
    spec.config.layer_norm_epsilon = config["layer_norm_eps"]
    spec.validate()
    spec.optimize(quantization="int8")
    os.makedirs(target)
    spec.save(target)


target = folder.rstrip("/") + ".ctranslate2"
if not os.path.isdir(target):
    convert(target)
translator = ctranslate2.Translator(target, device="cpu", compute_type="int8", inter_threads=threads, intra_threads=1)
lines = open(sources).read().splitlines()[1:]
sentences = [[str(i) for i in json.loads(line)] for line in lines]


def translate(some):
    return translator.translate_batch(some, beam_size=beam, length_penalty=0, max_batch_size=batch, max_decoding_length=127, disable_unk=True)


translate(sentences)
processor = resource.getrusage(resource.RUSAGE_SELF)
start = time.monotonic()
results = translate(sentences)
seconds = time.monotonic() - start
after = resource.getrusage(resource.RUSAGE_SELF)
outputs = [[int(i) for i in result.hypotheses[0]] for result in results]
print(json.dumps({"seconds": seconds, "processor_seconds": after.ru_utime + after.ru_stime - processor.ru_utime - processor.ru_stime,
                  "tokens": sum(map(len, outputs)), "outputs": outputs}))
