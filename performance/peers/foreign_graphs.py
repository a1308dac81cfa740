"""Makes small random encoders that are known only as ONNX graphs, and what Python computes with them.

python performance/peers/foreign_graphs.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples/foreign-graphs

Each folder NAME has a type that Isogloss has no description of, and the names of files, inputs and outputs of
optimum's exports, which torch.onnx.export writes here: `electra` has the graph onnx/model.onnx with the vectors of
tokens; `llama` has the graph model.onnx with external data, positions as input, and vectors of texts. golden.json has
the vectors of texts by role, and token ids, as small_encoders.py writes them.
"""

import os
import shutil
import sys

import onnx
import torch
import transformers
from small_encoders import SHAPE, TEXTS, larger, qwen, questions, read, rounded, word_piece, write


class TokenStates(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask,
                          token_type_ids=token_type_ids).last_hidden_state


class LastTokens(torch.nn.Module):
    """A decoder whose text vector is the normalised state of the last token, as sentence-transformers' export has it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, position_ids):
        states = self.model(input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids,
                            use_cache=False).last_hidden_state
        last = attention_mask.cumsum(dim=1) * attention_mask == attention_mask.sum(dim=1, keepdim=True)
        vector = (states * last.unsqueeze(-1)).sum(dim=1)
        return states, torch.nn.functional.normalize(vector, dim=-1)


def export(module, names, outputs, file, external):
    shape = (3, 7)
    third = torch.arange(7).repeat(3, 1) if names[2] == "position_ids" else torch.zeros(shape, dtype=torch.long)
    example = (torch.randint(5, 200, shape), torch.ones(shape, dtype=torch.long), third)
    axes = {0: "batch_size", 1: "sequence_length"}
    os.makedirs(os.path.dirname(file), exist_ok=True)
    torch.onnx.export(module.eval(), example, file, input_names=names, output_names=outputs, opset_version=17,
                      dynamo=False, dynamic_axes={
                          name: {0: "batch_size"} if name == "sentence_embedding" else axes for name in names + outputs})
    graph = onnx.load(file)
    for node in graph.graph.node:
        node.ClearField("doc_string")
    data = dict(save_as_external_data=True, location="model.onnx_data", size_threshold=256) if external else {}
    onnx.save_model(graph, file, **data)


def save(folder, tokenizer, config):
    shutil.rmtree(folder, ignore_errors=True)
    ours, _, names = tokenizer
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=ours, model_max_length=256, **names)
    fast.save_pretrained(folder)
    settings = read(folder + "/tokenizer_config.json")
    write(folder + "/tokenizer_config.json", {**settings, "tokenizer_class": "PreTrainedTokenizerFast"})
    config.save_pretrained(folder)


def golden(folder, tokenizer, vector, prefixes):
    ours = tokenizer[0]
    vectors = {role: [rounded(vector(torch.tensor([ours.encode(prefix + text).ids]))) for text in TEXTS]
               for role, prefix in prefixes.items()}
    write(folder + "/golden.json", {"texts": TEXTS, "ids": [ours.encode(text).ids for text in TEXTS], **vectors,
                                    "rows": [], "padded": {}})


def electra(lines, folder):
    tokenizer = word_piece(lines)
    config = transformers.ElectraConfig(vocab_size=tokenizer[0].get_vocab_size(), embedding_size=16,
                                        num_attention_heads=4, max_position_embeddings=256, **SHAPE)
    config._attn_implementation = "eager"
    model = larger(transformers.ElectraModel(config), torch.float32)
    save(folder, tokenizer, config)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    export(TokenStates(model), names, ["last_hidden_state"], folder + "/onnx/model.onnx", False)
    write(folder + "/modules.json", [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    ])
    os.makedirs(folder + "/1_Pooling")
    write(folder + "/1_Pooling/config.json", {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True})
    prompts = {"query": "query: ", "document": "passage: "}
    write(folder + "/config_sentence_transformers.json", {"prompts": prompts, "similarity_fn_name": "cosine"})

    def vector(ids):
        with torch.no_grad():
            states = model(input_ids=ids).last_hidden_state
        return torch.nn.functional.normalize(states.mean(dim=1), dim=-1)[0]

    golden(folder, tokenizer, vector, {"query": "query: ", "passage": "passage: "})


def llama(lines, folder):
    tokenizer = qwen(lines)
    config = transformers.LlamaConfig(vocab_size=tokenizer[0].get_vocab_size(), num_attention_heads=4,
                                      num_key_value_heads=2, max_position_embeddings=256, pad_token_id=0,
                                      bos_token_id=None, eos_token_id=2, **SHAPE)
    config._attn_implementation = "eager"
    model = larger(transformers.LlamaModel(config), torch.float32)
    save(folder, tokenizer, config)
    module = LastTokens(model).eval()
    export(module, ["input_ids", "attention_mask", "position_ids"], ["token_embeddings", "sentence_embedding"],
           folder + "/model.onnx", True)

    def vector(ids):
        with torch.no_grad():
            return module(ids, torch.ones_like(ids), torch.arange(ids.shape[1])[None])[1][0]

    golden(folder, tokenizer, vector, {"query": "", "passage": ""})


def main(samples, target):
    lines = list(questions(samples, "[derz][elnuh]"))
    electra(lines, os.path.join(target, "electra"))
    llama(lines, os.path.join(target, "llama"))


main(*sys.argv[1:])
