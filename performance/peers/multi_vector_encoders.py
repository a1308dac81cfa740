"""Makes small random models of token vectors, as Stanford's ColBERT, PyLate and sentence-transformers store them.

python performance/peers/multi_vector_encoders.py samples/xquad \
    modelio/src/test/resources/org/isogloss/modelio/samples/random-multi-vector [NAME ...]

Each folder NAME is a model with few layers and a tokenizer that is trained on the questions of samples/xquad.
golden.json has the token vectors of texts by role, and the scores of all pairs of a query and a passage.
"""

import json
import os
import shutil
import string
import sys

import torch
import transformers
from safetensors.torch import load_file, save_file
from sentence_transformers import MultiVectorEncoder
from sentence_transformers.base.modules import Dense, Normalize, Transformer
from sentence_transformers.multi_vector_encoder.modules import MultiVectorMask
from tokenizers import AddedToken, Tokenizer

from small_encoders import SHAPE, TEXTS, larger, modernbert, questions, read, rounded, unigram, word_piece, write
from sparse_encoders import save_transformer, special

# Without blanks in front, which sentence-transformers joins with the blank of a marker; PyLate inserts the marker.
TEXTS = [text.strip() for text in TEXTS] + ["the the same (same) word, isn't it?"]
ABSOLUTE = dict(num_attention_heads=4, max_position_embeddings=300, **SHAPE)


def bert(lines):
    """A tokenizer with unused tokens, which no text contains."""
    tokenizer, _, names = word_piece(lines)
    state = json.loads(tokenizer.to_str())
    for token in ("[unused0]", "[unused1]"):
        state["model"]["vocab"][token] = len(state["model"]["vocab"])
    return Tokenizer.from_str(json.dumps(state)), "BertTokenizer", names


def layer(inputs, outputs, seed, activation=torch.nn.Identity(), bias=False):
    made = Dense(inputs, outputs, bias=bias, activation_function=activation, module_input_name="token_embeddings")
    generator = torch.Generator().manual_seed(seed)
    for parameter in made.parameters():
        parameter.data.copy_(0.3 * torch.randn(parameter.shape, generator=generator))
    return made


def transformer(folder, config, model, tokenizer, **keys):
    made = larger(model(config(vocab_size=tokenizer[0].get_vocab_size(), **special(tokenizer), **keys)), torch.float32)
    save_transformer(folder, made, tokenizer)
    return made


def stanford(folder, tokenizer, **keys):
    """The linear layer among the weights, and the settings of ColBERT in artifact.metadata."""
    transformer(folder, transformers.BertConfig, transformers.BertModel, tokenizer, **keys)
    weights = {"bert." + name: value for name, value in load_file(folder + "/model.safetensors").items()}
    weights["linear.weight"] = layer(32, 12, 5).linear.weight.data
    save_file(weights, folder + "/model.safetensors", {"format": "pt"})
    write(folder + "/config.json", {**read(folder + "/config.json"), "architectures": ["HF_ColBERT"]})
    write(folder + "/artifact.metadata", {
        "query_token_id": "[unused0]", "doc_token_id": "[unused1]", "query_token": "[Q]", "doc_token": "[D]",
        "attend_to_mask_tokens": False, "similarity": "cosine", "dim": 12, "doc_maxlen": 180, "query_maxlen": 32,
        "mask_punctuation": True})


def pylate(folder, tokenizer, **keys):
    """The layer as a module, and the settings in config_sentence_transformers.json."""
    tokenizer[0].add_tokens([AddedToken("[Q] ", normalized=True), AddedToken("[D] ", normalized=True)])
    transformer(folder, transformers.ModernBertConfig, transformers.ModernBertModel, tokenizer, **keys)
    os.makedirs(folder + "/1_Dense")
    layer(32, 16, 6).save(folder + "/1_Dense")
    write(folder + "/1_Dense/config.json", {
        "in_features": 32, "out_features": 16, "bias": False,
        "activation_function": "torch.nn.modules.linear.Identity"})
    write(folder + "/modules.json", [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Dense", "type": "pylate.models.Dense.Dense"}])
    write(folder + "/sentence_bert_config.json", {"max_seq_length": 99, "do_lower_case": False})
    write(folder + "/config_sentence_transformers.json", {
        "model_type": "ColBERT", "prompts": {}, "default_prompt_name": None, "similarity_fn_name": "MaxSim",
        "query_prefix": "[Q] ", "document_prefix": "[D] ", "query_length": 24, "document_length": 100,
        "attend_to_expansion_tokens": True, "skiplist_words": list(string.punctuation), "do_query_expansion": True})


def native(folder, tokenizer, **keys):
    """A MultiVectorEncoder of sentence-transformers, with two layers and without expansion of queries."""
    staging = folder + ".staging"
    transformer(staging, transformers.XLMRobertaConfig, transformers.XLMRobertaModel, tokenizer, **keys)
    encoder = Transformer(staging, query_length=20, document_length=60)
    mask = MultiVectorMask(skiplist_words=[".", ",", "?"])
    modules = [encoder, layer(32, 24, 7, torch.nn.Tanh(), bias=True), layer(24, 8, 8), mask,
               Normalize(module_input_name="token_embeddings")]
    made = MultiVectorEncoder(
        modules=modules, prompts={"query": "query: ", "document": "passage: "}, similarity_fn_name="meanmaxsim",
        device="cpu")
    made.save(folder, create_model_card=False)
    shutil.rmtree(staging)


def golden(folder):
    encoder = MultiVectorEncoder(folder, device="cpu", model_kwargs={"attn_implementation": "eager"})
    queries = [encoder.encode_query(text) for text in TEXTS]
    passages = [encoder.encode_document(text) for text in TEXTS]
    scores = [[(query @ passage.T).max(dim=1).values.mean().item() for passage in passages] for query in queries]
    write(folder + "/golden.json", {
        "texts": TEXTS,
        "query": [[rounded(token) for token in query] for query in queries],
        "passage": [[rounded(token) for token in passage] for passage in passages],
        "scores": [[float(f"{score:.7g}") for score in row] for row in scores]})


def twins(samples):
    lines = list(questions(samples, "[derz][elnuh]"))
    few = list(questions(samples, "[de][ensl]"))
    return {
        "stanford-bert": lambda folder: stanford(folder, bert(lines), type_vocab_size=2, **ABSOLUTE),
        "pylate-modernbert": lambda folder: pylate(
            folder, modernbert(lines), num_attention_heads=4, local_attention=16, **SHAPE),
        "native-xlm-roberta": lambda folder: native(folder, unigram(few), type_vocab_size=1, **ABSOLUTE),
    }


def main(samples, target, *names):
    made = twins(samples)
    for name in names or made:
        print(name, flush=True)
        folder = os.path.join(target, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        made[name](folder)
        golden(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
