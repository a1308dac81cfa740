"""Makes small random encoders as Jina stores XLM-RoBERTa with rotary positions, and what PyTorch computes with them.

python performance/peers/flash_encoders.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples [NAME ...]

random-encoders/jina-adapters is a model with adapters for tasks (jina-embeddings-v3), random-multi-vector/jina-colbert a
model of token vectors (jina-colbert-v2). The code of these models is not a part of a package: it is written here from the
descriptions (Sturua et al. and Jha et al., 2024), with the names of their modules. Without adapters, its states are
compared with those of the class that Python's transformers has for jina-embeddings-v3.
"""

import os
import shutil
import sys

import torch
import transformers
from safetensors.torch import save_file
from torch.nn.utils import parametrize

from multi_vector_encoders import TEXTS as TOKEN_TEXTS
from small_encoders import LENGTHS, PADDED, SHAPE, TEXTS, questions, read, rounded, summary, unigram, write

TASKS = {
    "retrieval.query": "Represent the query for retrieving evidence documents: ",
    "retrieval.passage": "Represent the document for retrieval: ",
    "separation": "",
    "classification": "",
    "text-matching": "",
}
RANK, ALPHA = 2, 3
HEADS = 4
BASE = 20000.0
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


class Mixer(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.Wqkv = torch.nn.Linear(width, 3 * width)
        self.out_proj = torch.nn.Linear(width, width)

    def forward(self, x, mask):
        batch, tokens, width = x.shape
        query, key, value = self.Wqkv(x).view(batch, tokens, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        scores = rotated(query) @ rotated(key).transpose(-1, -2) / (width // HEADS) ** 0.5
        scores = scores.masked_fill(mask[:, None, None] == 0, -1e9)
        return self.out_proj((scores.softmax(-1) @ value).transpose(1, 2).reshape(x.shape))


def rotated(x):
    tokens, size = x.shape[-2:]
    frequencies = 1 / BASE ** (torch.arange(0, size, 2).float() / size)
    angles = torch.arange(tokens).float()[:, None] * frequencies
    cos, sin = torch.cat([angles, angles], -1).cos(), torch.cat([angles, angles], -1).sin()
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-second, first], -1) * sin


class Block(torch.nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.mixer = Mixer(width)
        self.norm1 = torch.nn.LayerNorm(width, eps=1e-5)
        self.mlp = torch.nn.Module()
        self.mlp.fc1, self.mlp.fc2 = torch.nn.Linear(width, inner), torch.nn.Linear(inner, width)
        self.norm2 = torch.nn.LayerNorm(width, eps=1e-5)

    def forward(self, x, mask):
        x = self.norm1(self.mixer(x, mask) + x)
        return self.norm2(self.mlp.fc2(torch.nn.functional.gelu(self.mlp.fc1(x))) + x)


class Encoder(torch.nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        width = SHAPE["hidden_size"]
        self.embeddings = torch.nn.Module()
        self.embeddings.word_embeddings = torch.nn.Embedding(vocabulary, width, padding_idx=1)
        self.embeddings.token_type_embeddings = torch.nn.Embedding(1, width)
        self.emb_ln = torch.nn.LayerNorm(width, eps=1e-5)
        self.encoder = torch.nn.Module()
        self.encoder.layers = torch.nn.ModuleList(
            Block(width, SHAPE["intermediate_size"]) for _ in range(SHAPE["num_hidden_layers"]))
        self.pooler = torch.nn.Module()
        self.pooler.dense = torch.nn.Linear(width, width)

    def forward(self, ids, mask):
        parts = self.embeddings
        x = self.emb_ln(parts.word_embeddings(ids) + parts.token_type_embeddings(torch.zeros_like(ids)))
        for layer in self.encoder.layers:
            x = layer(x, mask)
        return x


class Adapters(torch.nn.Module):
    """W + B A alpha / rank, by task; the factors of embeddings are those of the transpose."""

    def __init__(self, module):
        super().__init__()
        out, inputs = module.weight.shape
        self.embedding, self.task = isinstance(module, torch.nn.Embedding), 0
        a, b = ((out, RANK), (RANK, inputs)) if self.embedding else ((RANK, inputs), (out, RANK))
        self.lora_A = torch.nn.Parameter(torch.empty(len(TASKS), *a))
        self.lora_B = torch.nn.Parameter(torch.empty(len(TASKS), *b))

    def forward(self, weight):
        a, b = self.lora_A[self.task], self.lora_B[self.task]
        return weight + (a @ b if self.embedding else b @ a) * ALPHA / RANK


def filled(model, seed):
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            if parameter.dim() == 1:
                parameter.copy_(0.1 * noise + ("norm" in name or "_ln" in name) * name.endswith("weight"))
            else:
                parameter.copy_((0.2 if "lora" in name else 0.25) * noise)
    return model.eval()


def require_agreement(model):
    """Compares the states with those of the class of Python's transformers, which converts the names of the authors."""
    config = transformers.JinaEmbeddingsV3Config(
        vocab_size=model.embeddings.word_embeddings.num_embeddings, num_attention_heads=HEADS,
        max_position_embeddings=2050, rope_parameters={"rope_type": "default", "rope_theta": BASE}, **SHAPE)
    config._attn_implementation = "eager"
    other, weights = transformers.JinaEmbeddingsV3Model(config).eval(), {}
    for name, value in model.state_dict().items():
        for theirs, ours in [("emb_ln", "embeddings.LayerNorm"), ("encoder.layers", "layers"),
                             ("mixer.out_proj", "self_attn.o_proj"), ("norm1", "post_attention_layernorm"),
                             ("norm2", "post_mlp_layernorm")]:
            name = name.replace(theirs, ours)
        parts = value.chunk(3) if "Wqkv" in name else [value]
        for part, projection in zip(parts, ["q_proj", "k_proj", "v_proj"]):
            weights[name.replace("mixer.Wqkv", "self_attn." + projection)] = part
    missing, unexpected = other.load_state_dict(weights, strict=False)
    if unexpected or any("inv_freq" not in name for name in missing):
        raise AssertionError(f"other weights: {missing}, {unexpected}")
    ids, mask = torch.arange(5, 45)[None], torch.ones(1, 40, dtype=torch.long)
    with torch.no_grad():
        difference = (model(ids, mask) - other(ids, attention_mask=mask).last_hidden_state).abs().max().item()
    if difference > 2e-6:
        raise AssertionError(f"the states differ by {difference} from those of transformers")


def configuration(model_class, vocabulary, **keys):
    code = "jinaai/xlm-roberta-flash-implementation--"
    return {
        "architectures": [model_class],
        "auto_map": {"AutoConfig": code + "configuration_xlm_roberta.XLMRobertaFlashConfig", **keys.pop("auto_map")},
        "attention_probs_dropout_prob": 0.1, "bos_token_id": 0, "eos_token_id": 2, "pad_token_id": 1,
        "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "layer_norm_eps": 1e-5, "max_position_embeddings": 2050,
        "model_type": "xlm-roberta", "num_attention_heads": HEADS, "position_embedding_type": "rotary",
        "rotary_emb_base": BASE, "torch_dtype": "float32", "type_vocab_size": 1, "use_flash_attn": True,
        "vocab_size": vocabulary, **SHAPE, **keys}


def save(folder, model, tokenizer, config, **more):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    weights = {"roberta." + name: value.contiguous() for name, value in model.state_dict().items()}
    save_file({**weights, **more}, folder + "/model.safetensors", {"format": "pt"})
    write(folder + "/config.json", config)
    tokens, _, names = tokenizer
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokens, model_max_length=2048, **names).save_pretrained(folder)
    settings = read(folder + "/tokenizer_config.json")
    write(folder + "/tokenizer_config.json", {**settings, "tokenizer_class": "XLMRobertaTokenizer"})


def states(model, ids, mask=None):
    with torch.no_grad():
        ids = torch.tensor(ids)
        return model(ids, torch.ones_like(ids) if mask is None else torch.tensor(mask))


def adapters(folder, tokenizer):
    tokens = tokenizer[0]
    vocabulary = tokens.get_vocab_size()
    model = filled(Encoder(vocabulary), 7)
    require_agreement(model)
    for module in list(model.modules()):
        if isinstance(module, (torch.nn.Linear, torch.nn.Embedding)):
            parametrize.register_parametrization(module, "weight", Adapters(module), unsafe=True)
    filled(model, 23)
    save(folder, model, tokenizer, configuration(
        "XLMRobertaModel", vocabulary, auto_map={
            "AutoModel": "jinaai/xlm-roberta-flash-implementation--modeling_lora.XLMRobertaLoRA"},
        emb_pooler="mean", load_trained_adapters=True, lora_adaptations=list(TASKS), lora_alpha=ALPHA,
        lora_dropout_p=0.0, lora_main_params_trainable=False, lora_rank=RANK, task_instructions=TASKS,
        matryoshka_dimensions=[8, 16, 32]))
    write(folder + "/modules.json", [
        {"idx": 0, "name": "transformer", "path": "", "type": "custom_st.Transformer", "kwargs": ["task"]},
        {"idx": 1, "name": "pooler", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "normalizer", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}])
    os.makedirs(folder + "/1_Pooling")
    write(folder + "/1_Pooling/config.json", {
        "word_embedding_dimension": SHAPE["hidden_size"], "pooling_mode_cls_token": False,
        "pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": False,
        "pooling_mode_mean_sqrt_len_tokens": False})
    write(folder + "/sentence_bert_config.json", {"max_seq_length": 256, "do_lower_case": False})
    write(folder + "/config_sentence_transformers.json", {
        "prompts": TASKS, "default_prompt_name": None, "similarity_fn_name": "cosine"})

    def use(task):
        for module in model.modules():
            if isinstance(module, Adapters):
                module.task = list(TASKS).index(task)

    def vectors(task):
        use(task)
        found = [states(model, [tokens.encode(TASKS[task] + text).ids[:256]])[0].mean(0) for text in TEXTS]
        return [rounded(torch.nn.functional.normalize(vector, dim=0)) for vector in found]

    golden = {"texts": TEXTS, "ids": [tokens.encode(text).ids for text in TEXTS],
              "query": vectors("retrieval.query"), "passage": vectors("retrieval.passage")}
    golden["tasks"] = {task: vectors(task) for task in TASKS}
    use("retrieval.passage")

    def formula(n):
        return [5 + (7919 * i + 31 * n) % (vocabulary - 5) for i in range(n)]

    golden["rows"] = [{"length": n, **summary(states(model, [formula(n)])[0])} for n in LENGTHS]
    longest = max(PADDED)
    padded = states(model, [formula(n) + [1] * (longest - n) for n in PADDED],
                    [[1] * n + [0] * (longest - n) for n in PADDED])
    golden["padded"] = {"right": [{"length": n, **summary(row[:n])} for n, row in zip(PADDED, padded)]}
    write(folder + "/golden.json", golden)


def colbert(folder, tokenizer):
    """Stanford's ColBERT with this encoder: markers, expansion by mask tokens, and no punctuation in documents."""
    tokens = tokenizer[0]
    tokens.add_special_tokens(["[QueryMarker]", "[DocumentMarker]"])
    vocabulary = tokens.get_vocab_size()
    # With this seed a text matches itself best, which the tests of the command line expect.
    model = filled(Encoder(vocabulary), 31)
    require_agreement(model)
    linear = 0.3 * torch.randn(12, SHAPE["hidden_size"], generator=torch.Generator().manual_seed(5))
    save(folder, model, tokenizer, configuration("HF_ColBERT", vocabulary, auto_map={
        "AutoModel": "jinaai/xlm-roberta-flash-implementation--modeling_xlm_roberta.XLMRobertaModel"}),
        **{"linear.weight": linear})
    write(folder + "/artifact.metadata", {
        "query_token_id": "[QueryMarker]", "doc_token_id": "[DocumentMarker]", "query_token": "[QueryMarker]",
        "doc_token": "[DocumentMarker]", "attend_to_mask_tokens": True, "similarity": "cosine", "dim": 12,
        "doc_maxlen": 180, "query_maxlen": 32, "mask_punctuation": True})
    ids = {name: tokens.token_to_id(name) for name in ("[QueryMarker]", "[DocumentMarker]", "<mask>")}
    skipped = {tokens.encode(mark, add_special_tokens=False).ids[0] for mark in PUNCTUATION}

    def vectors(row):
        return torch.nn.functional.normalize(states(model, [row])[0] @ linear.T, dim=-1)

    def query(text):
        row = tokens.encode(text).ids
        row = row[:30] + row[-1:] if len(row) > 31 else row
        row = row[:1] + [ids["[QueryMarker]"]] + row[1:]
        return vectors(row + [ids["<mask>"]] * (32 - len(row)))

    def passage(text):
        row = tokens.encode(text).ids
        row = row[:1] + [ids["[DocumentMarker]"]] + row[1:]
        return vectors(row)[[token not in skipped for token in row]]

    queries, passages = [query(text) for text in TOKEN_TEXTS], [passage(text) for text in TOKEN_TEXTS]
    write(folder + "/golden.json", {
        "texts": TOKEN_TEXTS,
        "query": [[rounded(token) for token in found] for found in queries],
        "passage": [[rounded(token) for token in found] for found in passages],
        "scores": [[float(f"{(q @ p.T).max(dim=1).values.mean().item():.7g}") for p in passages] for q in queries]})


def main(samples, target, *names):
    few = list(questions(samples, "[de][ensl]"))
    made = {
        "jina-adapters": lambda: adapters(target + "/random-encoders/jina-adapters", unigram(few)),
        "jina-colbert": lambda: colbert(target + "/random-multi-vector/jina-colbert", unigram(few)),
    }
    for name in names or made:
        print(name, flush=True)
        made[name]()


if __name__ == "__main__":
    main(*sys.argv[1:])
