"""Makes small random sparse encoders, as sentence-transformers and FlagEmbedding store them, and what these compute.

python performance/peers/sparse_encoders.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples/random-sparse [NAME ...]

Each folder NAME is a model with few layers and a tokenizer that is trained on the questions of samples/xquad.
golden.json has the weights of texts by role, as lists of pairs of id and weight.
"""

import json
import os
import shutil
import sys
from unittest.mock import MagicMock

import torch
import transformers
from sentence_transformers import SparseEncoder
from sentence_transformers.base.modules import Router, Transformer
from sentence_transformers.sparse_encoder.modules import SparseStaticEmbedding, SpladePooling

from small_encoders import SHAPE, TEXTS, larger, modernbert, questions, read, rounded, unigram, word_piece, write

TEXTS = TEXTS + ["the the same same word"]


def save_transformer(folder, model, tokenizer, length=256):
    tokenizer, tokenizer_class, names = tokenizer
    model.save_pretrained(folder)
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=length, **names).save_pretrained(
        folder)
    config = read(folder + "/tokenizer_config.json")
    write(folder + "/tokenizer_config.json", {**config, "tokenizer_class": tokenizer_class})


def special(tokenizer):
    fast, _, names = tokenizer
    roles = ["pad", "bos", "eos", "cls", "sep"]
    return {role + "_token_id": fast.token_to_id(names[role + "_token"]) for role in roles if role + "_token" in names}


def pairs(vector):
    return [[int(i), float(f"{vector[i]:.7g}")] for i in torch.nonzero(vector).flatten().tolist()]


def splade(folder, config, model, tokenizer, activation="relu", static_queries=False, at_root=False, **keys):
    """A masked language model; with static queries, their weights depend on their tokens alone."""
    staging = folder + ".staging"
    made = larger(model(config(vocab_size=tokenizer[0].get_vocab_size(), **special(tokenizer), **keys)), torch.float32)
    made.tie_weights()
    # Otherwise nearly half of the vocabulary has a weight, as in no trained model.
    with torch.no_grad():
        for name, parameter in made.named_parameters():
            if name.endswith("bias") and parameter.shape[0] == tokenizer[0].get_vocab_size():
                parameter.sub_(1.5)
    save_transformer(staging, made, tokenizer)
    transformer = Transformer(staging, transformer_task="fill-mask", model_kwargs={"attn_implementation": "eager"})
    pooling = SpladePooling("max", activation_function=activation)
    if static_queries:
        generator = torch.Generator().manual_seed(3)
        weights = torch.rand(tokenizer[0].get_vocab_size(), generator=generator) * 3
        weights[:20] = 0
        queries = SparseStaticEmbedding(transformer.tokenizer, weight=weights, frozen=True)
        modules = [Router.for_query_document(query_modules=[queries], document_modules=[transformer, pooling])]
    else:
        modules = [transformer, pooling]
    encoder = SparseEncoder(modules=modules, device="cpu")
    encoder.save(folder, create_model_card=False)
    shutil.rmtree(staging)
    if at_root:
        # As OpenSearch publishes its models: the transformer is in the folder itself.
        inner = folder + "/document_0_Transformer"
        for file in os.listdir(inner):
            shutil.move(inner + "/" + file, folder + "/" + file)
        os.rmdir(inner)
        router = json.dumps(read(folder + "/router_config.json")).replace("document_0_Transformer", "")
        write(folder + "/router_config.json", json.loads(router))
    encoder = SparseEncoder(folder, device="cpu", model_kwargs={"attn_implementation": "eager"})
    golden = {"texts": TEXTS, "query": [], "passage": []}
    for text in TEXTS:
        golden["query"].append(pairs(encoder.encode_query(text).to_dense()))
        golden["passage"].append(pairs(encoder.encode_document(text).to_dense()))
    write(folder + "/golden.json", golden)


def bge_m3(folder, tokenizer, **keys):
    """The three kinds of vectors of FlagEmbedding's M3 models."""
    for package in ("datasets", "peft", "ir_datasets"):
        sys.modules[package] = MagicMock()  # What only training needs.
    from FlagEmbedding.finetune.embedder.encoder_only.m3.modeling import EncoderOnlyEmbedderM3Model
    config = transformers.XLMRobertaConfig(
        vocab_size=tokenizer[0].get_vocab_size(), **special(tokenizer), **keys)
    model = larger(transformers.XLMRobertaModel(config, add_pooling_layer=False), torch.float32)
    save_transformer(folder, model, tokenizer)
    generator = torch.Generator().manual_seed(5)
    heads = {}
    for name, outputs in (("sparse_linear", 1), ("colbert_linear", 32)):
        heads[name] = torch.nn.Linear(32, outputs)
        for parameter in heads[name].parameters():
            parameter.data.copy_(0.3 * torch.randn(parameter.shape, generator=generator))
        heads["sparse_linear"].bias.data.fill_(4.3)  # Some tokens have a weight above 0.
        torch.save(heads[name].state_dict(), folder + "/" + name + ".pt")
    modules = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    write(folder + "/modules.json", [
        {"idx": i, "name": str(i), "path": path, "type": "sentence_transformers.models." + name}
        for i, (path, name) in enumerate(modules)])
    os.makedirs(folder + "/1_Pooling")
    write(folder + "/1_Pooling/config.json", {
        "word_embedding_dimension": 32, "pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False,
        "pooling_mode_max_tokens": False, "pooling_mode_mean_sqrt_len_tokens": False})
    write(folder + "/sentence_bert_config.json", {"max_seq_length": 256, "do_lower_case": False})
    fast = transformers.AutoTokenizer.from_pretrained(folder)
    m3 = EncoderOnlyEmbedderM3Model({"model": model, **heads}, fast, unified_finetuning=True)
    m3.eval()
    golden = {"texts": TEXTS, "query": [], "passage": [], "dense": [], "tokens": []}
    for text in TEXTS:
        inputs = fast(text, return_tensors="pt")
        with torch.no_grad():
            states = model(**inputs).last_hidden_state
            sparse = m3._sparse_embedding(states, inputs["input_ids"])[0]
            tokens = torch.nn.functional.normalize(m3._colbert_embedding(states, inputs["attention_mask"]), dim=-1)[0]
            dense = torch.nn.functional.normalize(m3._dense_embedding(states, inputs["attention_mask"]), dim=-1)[0]
        golden["query"].append(pairs(sparse))
        golden["passage"].append(pairs(sparse))
        golden["dense"].append(rounded(dense))
        golden["tokens"].append([rounded(token) for token in tokens])
    write(folder + "/golden.json", golden)


def twins(samples):
    lines = list(questions(samples, "[derz][elnuh]"))
    few = list(questions(samples, "[de][ensl]"))
    t = transformers
    bert = (word_piece(lines)[0], "BertTokenizer", word_piece(lines)[2])
    absolute = dict(num_attention_heads=4, max_position_embeddings=300, **SHAPE)
    return {
        "splade-bert": lambda folder: splade(
            folder, t.BertConfig, t.BertForMaskedLM, bert, type_vocab_size=2, **absolute),
        "splade-xlm-roberta": lambda folder: splade(
            folder, t.XLMRobertaConfig, t.XLMRobertaForMaskedLM, unigram(few), type_vocab_size=1, **absolute),
        "splade-modernbert": lambda folder: splade(
            folder, t.ModernBertConfig, t.ModernBertForMaskedLM, modernbert(lines), num_attention_heads=4,
            local_attention=16, **SHAPE),
        "splade-mpnet": lambda folder: splade(
            folder, t.MPNetConfig, t.MPNetForMaskedLM, word_piece(lines, roberta_tokens=True), **absolute),
        "inference-free": lambda folder: splade(
            folder, t.DistilBertConfig, t.DistilBertForMaskedLM, word_piece(lines), "log1p_relu", static_queries=True,
            dim=32, n_layers=3, n_heads=4, hidden_dim=40, max_position_embeddings=300),
        "inference-free-root": lambda folder: splade(
            folder, t.BertConfig, t.BertForMaskedLM, bert, "log1p_relu", static_queries=True, at_root=True,
            type_vocab_size=2, **absolute),
        "bge-m3": lambda folder: bge_m3(folder, unigram(few), type_vocab_size=1, **absolute),
    }


def main(samples, target, *names):
    made = twins(samples)
    for name in names or made:
        print(name, flush=True)
        folder = os.path.join(target, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        made[name](folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
