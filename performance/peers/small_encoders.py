"""Makes small random encoders of the architectures that Isogloss runs, and what Python computes with them.

python performance/peers/small_encoders.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples/random-encoders [NAME ...]

Each folder NAME is one that sentence-transformers writes: the real configuration of a published model with a few
layers of width 32, and a tokenizer of its kind, trained on the questions of samples/xquad. golden.json has the vectors
of texts by role, and token vectors for ids by formula: id i of a row of length n is 5 + (7919 i + 31 n) mod (V - 5).
"""

import glob
import gzip
import json
import os
import re
import shutil
import sys

import torch
import transformers
from safetensors.torch import load_file, save_file
from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers, processors, trainers
from tokenizers import models as tokenizer_models

TEXTS = [
    "What is the largest city in Poland?",
    "Welche Mannschaft gewann das Spiel 2015?",
    "在波兰，最大的城市是哪一个？",
    "a",
    "  two  blanks,\n\na line and it's 12345 items…",
    "Ποια είναι η πόλη; เมืองใด 😀 ทัพ",
]
LENGTHS = [1, 2, 7, 33, 160, 600, 2048]
PADDED = [5, 17, 9]
SHAPE = dict(hidden_size=32, num_hidden_layers=3, intermediate_size=40)


def questions(folder, languages="*"):
    for path in sorted(glob.glob(folder + "/xquad." + languages + ".json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for article in json.load(file)["data"]:
                for paragraph in article["paragraphs"]:
                    for question in paragraph["qas"]:
                        yield question["question"]


# Tokenizers, each as (tokenizer, class in tokenizer_config.json, special tokens by role)


def word_piece(lines, roberta_tokens=False):
    cls, sep, pad, unk, mask = ("<s>", "</s>", "<pad>", "[UNK]", "<mask>") if roberta_tokens else (
        "[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]")
    tokenizer = Tokenizer(tokenizer_models.WordPiece(unk_token=unk))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=roberta_tokens)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = [cls, pad, sep, unk, mask] if roberta_tokens else [pad, unk, cls, sep, mask]
    tokenizer.train_from_iterator(lines, trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=special, limit_alphabet=120, show_progress=False))
    ids = {token: tokenizer.token_to_id(token) for token in (cls, sep)}
    if roberta_tokens:
        tokenizer.post_processor = processors.RobertaProcessing((sep, ids[sep]), (cls, ids[cls]), trim_offsets=False,
                                                                add_prefix_space=False)
    else:
        tokenizer.post_processor = processors.TemplateProcessing(
            single=f"{cls} $A {sep}", pair=f"{cls} $A {sep} $B:1 {sep}:1", special_tokens=list(ids.items()))
    tokenizer.decoder = decoders.WordPiece()
    names = dict(cls_token=cls, sep_token=sep, pad_token=pad, unk_token=unk, mask_token=mask,
                 do_lower_case=roberta_tokens)
    return tokenizer, ("MPNetTokenizer" if roberta_tokens else "DistilBertTokenizer"), names


def unigram(lines):
    tokenizer = Tokenizer(tokenizer_models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(lines, trainers.UnigramTrainer(
        vocab_size=300, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    tokenizer.add_special_tokens(["<mask>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    tokenizer.decoder = decoders.Metaspace()
    names = dict(bos_token="<s>", eos_token="</s>", cls_token="<s>", sep_token="</s>", pad_token="<pad>",
                 unk_token="<unk>", mask_token="<mask>")
    return tokenizer, "PreTrainedTokenizerFast", names


def byte_level(lines, special, added=()):
    tokenizer = Tokenizer(tokenizer_models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(lines, trainers.BpeTrainer(
        vocab_size=330, special_tokens=special, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=False) for token in added])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def roberta(lines):
    tokenizer = byte_level(lines, ["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True,
                                                            add_prefix_space=False)
    names = dict(bos_token="<s>", eos_token="</s>", cls_token="<s>", sep_token="</s>", pad_token="<pad>",
                 unk_token="<unk>", mask_token="<mask>")
    return tokenizer, "RobertaTokenizer", names


def modernbert(lines):
    tokenizer = byte_level(lines, ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"], added=["  ", "   "])
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)])
    names = dict(cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]", unk_token="[UNK]", mask_token="[MASK]")
    return tokenizer, "PreTrainedTokenizerFast", names


QWEN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
        r"|\s+(?!\S)|\s+")


def qwen(lines):
    tokenizer = byte_level(lines, ["<|endoftext|>", "<|im_start|>", "<|im_end|>"], added=["<think>"])
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(QWEN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False),
        processors.TemplateProcessing(single="$A <|endoftext|>", pair="$A <|endoftext|> $B <|endoftext|>",
                                      special_tokens=[("<|endoftext|>", 0)])])
    return tokenizer, "Qwen2Tokenizer", dict(eos_token="<|im_end|>", pad_token="<|endoftext|>")


def gemma(lines):
    tokenizer = Tokenizer(tokenizer_models.BPE(fuse_unk=True, byte_fallback=True, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    special = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
    bytes_ = [f"<0x{i:02X}>" for i in range(256)]
    # Words, so that training is fast; the pieces are used on whole texts.
    words = [word for line in lines for word in re.findall(r" ?\S+", line)]
    tokenizer.train_from_iterator(words, trainers.BpeTrainer(
        vocab_size=420, special_tokens=special + bytes_, limit_alphabet=90, show_progress=False))
    added = {token: False for token in ["\n\n", "▁▁", "<b>", "[multimodal]"]}
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=special) for token, special in added.items()])
    state = json.loads(tokenizer.to_str())
    state["added_tokens"] = [token for token in state["added_tokens"] if token["content"] not in bytes_]
    tokenizer = Tokenizer.from_str(json.dumps(state))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<bos> $A <eos>", pair="<bos> $A <eos> <bos>:1 $B:1 <eos>:1",
        special_tokens=[("<bos>", 2), ("<eos>", 1)])
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    names = dict(bos_token="<bos>", eos_token="<eos>", pad_token="<pad>", unk_token="<unk>", mask_token="<mask>")
    return tokenizer, "GemmaTokenizer", names


# Models


def larger(model, dtype):
    """Weights that are larger than a fresh model's, so that a mistake shows, and rounded to the type of the file."""
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            if re.search(r"norm\d?\.weight$|Norm\.weight$|_ln\.weight$", name):
                # Gemma adds 1 to the weights of its normalisation.
                value = 0.1 * noise + (0 if "gemma" in model.config.model_type else 1)
            else:
                value = (0.1 if parameter.dim() == 1 else 0.25) * noise
            parameter.copy_(value.to(dtype).float())
    return model.eval()


class Twin:
    def __init__(self, config, tokenizer, model, pooling="mean", dtype=torch.float32, prompts=None, dense=(),
                 left_padding=True, **config_keys):
        self.tokenizer, self.tokenizer_class, self.names = tokenizer
        special = {key: self.tokenizer.token_to_id(token) for key, token in self.names.items() if key.endswith("_token")}
        ids = {key: special[role] for key, role in
               [("pad_token_id", "pad_token"), ("bos_token_id", "bos_token"), ("eos_token_id", "eos_token"),
                ("cls_token_id", "cls_token"), ("sep_token_id", "sep_token")] if role in special}
        self.config = config(vocab_size=self.tokenizer.get_vocab_size(), **{**ids, **config_keys})
        self.config._attn_implementation = "eager"
        self.model = larger(model(self.config), dtype)
        self.pooling, self.dtype, self.prompts, self.dense = pooling, dtype, prompts or {}, dense
        # With absolute positions, Python gives padded texts other positions.
        self.left_padding = left_padding

    def write(self, folder):
        from sentence_transformers import SentenceTransformer, models  # The tokenizers above are used without it.

        shutil.rmtree(folder, ignore_errors=True)
        staging = folder + ".staging"
        self.model.to(self.dtype).save_pretrained(staging)
        fast = transformers.PreTrainedTokenizerFast(tokenizer_object=self.tokenizer, model_max_length=2048,
                                                    **self.names)
        fast.save_pretrained(staging)
        config = read(staging + "/tokenizer_config.json")
        write(staging + "/tokenizer_config.json", {**config, "tokenizer_class": self.tokenizer_class})
        transformer = models.Transformer(staging, model_kwargs={"attn_implementation": "eager", "dtype": "float32"})
        modules = [transformer, models.Pooling(32, pooling_mode=self.pooling)]
        generator = torch.Generator().manual_seed(11)
        for sizes in self.dense:
            layer = models.Dense(*sizes, bias=False, activation_function=torch.nn.Identity())
            layer.linear.weight.data.copy_(0.2 * torch.randn(layer.linear.weight.shape, generator=generator))
            modules.append(layer)
        modules.append(models.Normalize())
        encoder = SentenceTransformer(modules=modules, prompts=self.prompts, device="cpu")
        encoder.max_seq_length = 256
        encoder.save(folder, create_model_card=False)
        # The files of the transformer as transformers writes them, in the type of the model.
        for file in ("config.json", "model.safetensors"):
            shutil.copy(staging + "/" + file, folder)
        shutil.rmtree(staging)
        write(folder + "/golden.json", self.golden(folder))

    def patch(self, model):
        """Changes a model of transformers to one that transformers does not have."""

    def golden(self, folder):
        from sentence_transformers import SentenceTransformer

        encoder = SentenceTransformer(folder, device="cpu", model_kwargs={
            "attn_implementation": "eager", "dtype": "float32"})
        # Read again, because the conversion above rounds the frequencies of rotary positions, too.
        self.model = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32)
        self.patch(self.model)
        self.patch(encoder[0].auto_model)
        loaded = encoder.tokenizer
        ours = self.tokenizer
        ids = [ours.encode(text).ids for text in TEXTS]
        again = [loaded(text)["input_ids"] for text in TEXTS]
        if ids != again:
            print("AutoTokenizer gives other ids:", ids, again)
        golden = {"texts": TEXTS, "ids": ids, "query": [], "passage": []}
        for text in TEXTS:
            golden["query"].append(rounded(torch.tensor(encoder.encode_query(text))))
            golden["passage"].append(rounded(torch.tensor(encoder.encode_document(text))))
        positions = self.config.max_position_embeddings
        golden["rows"] = [self.row(n) for n in LENGTHS if n + 2 <= positions]
        golden["padded"] = {"right": self.padded("right")}
        if self.left_padding:
            golden["padded"]["left"] = self.padded("left")
        return golden

    def formula(self, n):
        vocabulary = self.config.vocab_size
        return [5 + (7919 * i + 31 * n) % (vocabulary - 5) for i in range(n)]

    def row(self, n):
        with torch.no_grad():
            states = self.model(torch.tensor([self.formula(n)])).last_hidden_state[0]
        return {"length": n, **summary(states)}

    def padded(self, side):
        longest = max(PADDED)
        ids, mask = [], []
        for n in PADDED:
            row, fill = self.formula(n), longest - n
            pad = [self.config.pad_token_id] * fill
            ids.append(pad + row if side == "left" else row + pad)
            mask.append([0] * fill + [1] * n if side == "left" else [1] * n + [0] * fill)
        with torch.no_grad():
            states = self.model(torch.tensor(ids), attention_mask=torch.tensor(mask)).last_hidden_state
        return [{"length": n, **summary(row[longest - n:] if side == "left" else row[:n])}
                for n, row in zip(PADDED, states)]


class NewTwin(Twin):
    """GTE with the configuration of its authors: positions scaled by NTK, which transformers lacks."""

    def write(self, folder):
        super().write(folder)
        config = read(folder + "/config.json")
        config.pop("rope_parameters")
        config.update(model_type="new", architectures=["NewModel"], position_embedding_type="rope", rope_theta=20000,
                      rope_scaling={"type": "ntk", "factor": 8.0}, layer_norm_type="layer_norm",
                      auto_map={"AutoModel": "Alibaba-NLP/new-impl--modeling.NewModel"})
        write(folder + "/config.json", config)

    def patch(self, model):
        size = 32 // self.config.num_attention_heads
        frequencies = 1.0 / ((20000 * 8.0) ** (torch.arange(0, size, 2).float() / size))
        model.rotary_emb.inv_freq.copy_(frequencies / 8.0 ** (2 / size))


class JinaTwin(Twin):
    """BERT with ALiBi and a gated feed-forward part, as Jina's own code computes it."""

    def write(self, folder):
        super().write(folder)
        config, weights = read(folder + "/config.json"), load_file(folder + "/model.safetensors")
        config.update(position_embedding_type="alibi", feed_forward_type="geglu", architectures=["JinaBertModel"],
                      auto_map={"AutoModel": "jinaai/jina-bert-implementation--modeling_bert.JinaBertModel"})
        write(folder + "/config.json", config)
        kept = {name: value for name, value in weights.items() if not re.search(
            r"position_embeddings|layer\.\d\.(intermediate|output)\.", name)}
        for i, mlp in enumerate(self.feed_forward()):
            kept.update({f"encoder.layer.{i}.mlp.{name}": value for name, value in mlp.state_dict().items()})
        save_file({name: value.contiguous() for name, value in kept.items()}, folder + "/model.safetensors",
                  {"format": "pt"})

    def feed_forward(self):
        generator = torch.Generator().manual_seed(13)
        for _ in range(self.config.num_hidden_layers):
            mlp = JinaFeedForward(self.config)
            for parameter in mlp.parameters():
                noise = torch.randn(parameter.shape, generator=generator)
                parameter.data.copy_((0.1 if parameter.dim() == 1 else 0.25) * noise)
            mlp.layernorm.weight.data += 1
            yield mlp

    def patch(self, model):
        model.embeddings.position_embeddings.weight.data.zero_()
        for layer, mlp in zip(model.encoder.layer, self.feed_forward()):
            layer.intermediate, layer.output = torch.nn.Identity(), mlp
        heads, forward = self.config.num_attention_heads, model.forward
        slopes = torch.tensor([2 ** (-8 * (head + 1) / heads) for head in range(heads)])

        def with_alibi(input_ids, attention_mask=None, **more):
            n = input_ids.shape[1]
            at = torch.arange(n)
            bias = -(at[None] - at[:, None]).abs()[None, None] * slopes[None, :, None, None]
            if attention_mask is not None:
                bias = bias + (1 - attention_mask[:, None, None].float()) * -1e9
            return forward(input_ids=input_ids, attention_mask=bias)

        model.forward = with_alibi


class JinaFeedForward(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.gated_layers = torch.nn.Linear(config.hidden_size, 2 * config.intermediate_size, bias=False)
        self.wo = torch.nn.Linear(config.intermediate_size, config.hidden_size)
        self.layernorm = torch.nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden, residual):
        activated, gate = self.gated_layers(hidden).chunk(2, dim=-1)
        return self.layernorm(self.wo(torch.nn.functional.gelu(activated) * gate) + residual)


class ExpertsTwin(Twin):
    """NomicBERT with experts, in the form of its authors. Their code is not a part of transformers: the layers are those of
    jina-embeddings-v3 there (positions by rotation, biases, normalised after the sum), and the experts follow the paper
    of nomic-embed-text-v2 and the names of its weights."""

    def write(self, folder):
        super().write(folder)
        config, kept = self.config, {}
        for name, value in self.model.state_dict().items():
            name = name.replace("embeddings.LayerNorm", "emb_ln")
            for theirs, ours in [("self_attn.o_proj", "attn.out_proj"), ("post_attention_layernorm", "norm1"),
                                 ("post_mlp_layernorm", "norm2")]:
                name = name.replace(theirs, ours)
            if name.startswith("layers."):
                name = "encoder." + name
            if not name.startswith("pooler."):
                kept[name] = value
        for name in [name for name in kept if ".q_proj." in name]:
            parts = [kept.pop(name.replace("q_proj", part)) for part in ("q_proj", "k_proj", "v_proj")]
            kept[name.replace("self_attn.q_proj", "attn.Wqkv")] = torch.cat(parts)
        save_file({name: value.contiguous() for name, value in kept.items()}, folder + "/model.safetensors",
                  {"format": "pt"})
        write(folder + "/config.json", {
            "model_type": "nomic_bert", "architectures": ["NomicBertModel"],
            "auto_map": {"AutoModel": "nomic-ai/nomic-bert-2048--modeling_hf_nomic_bert.NomicBertModel"},
            "activation_function": "gelu", "causal": False, "expert_choice_router": False, "ffn_div": 1,
            "layer_norm_epsilon": config.layer_norm_eps, "mlp_fc1_bias": True, "mlp_fc2_bias": True,
            "moe_every_n_layers": 2, "moe_normalize_expert_weights": False, "moe_top_k": 2,
            "n_embd": config.hidden_size, "n_head": config.num_attention_heads, "n_inner": config.intermediate_size,
            "n_layer": config.num_hidden_layers, "n_positions": config.max_position_embeddings, "num_experts": 4,
            "num_shared_experts": 0, "pad_token_id": config.pad_token_id, "prenorm": False, "qkv_proj_bias": True,
            "rotary_emb_base": 10000.0, "rotary_emb_fraction": 1.0, "rotary_emb_interleaved": False,
            "rotary_emb_scale_base": None, "rotary_scaling_factor": None, "type_vocab_size": config.type_vocab_size,
            "use_rms_norm": False, "vocab_size": config.vocab_size})

    def patch(self, model):
        generator = torch.Generator().manual_seed(17)
        for layer in model.layers[1::2]:
            layer.mlp = Experts(self.config, 4, 2)
            for parameter in layer.mlp.parameters():
                noise = torch.randn(parameter.shape, generator=generator)
                parameter.data.copy_((0.1 if parameter.dim() == 1 else 0.25) * noise)


class Experts(torch.nn.Module):
    """The experts of a layer: each token is the sum of the two most probable ones, times their probabilities."""

    def __init__(self, config, count, active):
        super().__init__()
        self.count, self.active = count, active
        self.router = torch.nn.ModuleDict({"layer": torch.nn.Linear(config.hidden_size, count, bias=False)})
        width = count * config.intermediate_size
        self.experts = torch.nn.Module()
        self.experts.mlp = torch.nn.Module()
        self.experts.mlp.w1 = torch.nn.Parameter(torch.empty(width, config.hidden_size))
        self.experts.mlp.w2 = torch.nn.Parameter(torch.empty(width, config.hidden_size))
        self.experts.bias = torch.nn.Parameter(torch.empty(config.hidden_size))

    def forward(self, hidden):
        probabilities = self.router["layer"](hidden).softmax(dim=-1)
        kept = torch.zeros_like(probabilities)
        top = probabilities.topk(self.active, dim=-1)
        kept.scatter_(-1, top.indices, top.values)
        w1, w2 = (w.view(self.count, -1, hidden.shape[-1]) for w in (self.experts.mlp.w1, self.experts.mlp.w2))
        inner = torch.nn.functional.gelu(torch.einsum("bth,ewh->btew", hidden, w1))
        return torch.einsum("btew,ewh,bte->bth", inner, w2, kept) + self.experts.bias


def summary(states):
    return {"first": rounded(states[0]), "last": rounded(states[-1]), "mean": rounded(states.mean(0))}


def rounded(tensor):
    return [float(f"{x:.7g}") for x in tensor.flatten().tolist()]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, value):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(value, out, ensure_ascii=False)
        out.write("\n")


PROMPTS = {"query": "query: ", "document": "passage: "}


def twins(samples):
    lines = list(questions(samples, "[derz][elnuh]"))
    # A Unigram vocabulary has every character of its training texts.
    few = list(questions(samples, "[de][ensl]"))
    t = transformers
    return {
        "distilbert": lambda: Twin(
            t.DistilBertConfig, word_piece(lines), t.DistilBertModel, dim=32, n_layers=3, n_heads=4, hidden_dim=40,
            max_position_embeddings=700, left_padding=False),
        "roberta": lambda: Twin(
            t.RobertaConfig, roberta(lines), t.RobertaModel, "cls", dtype=torch.float16, num_attention_heads=4,
            max_position_embeddings=700, type_vocab_size=1,
            left_padding=False, **SHAPE),
        "mpnet": lambda: Twin(
            t.MPNetConfig, word_piece(lines, roberta_tokens=True), t.MPNetModel, num_attention_heads=4,
            max_position_embeddings=700, left_padding=False, **SHAPE),
        "modernbert": lambda: Twin(
            t.ModernBertConfig, modernbert(lines), t.ModernBertModel, dtype=torch.bfloat16, prompts=PROMPTS,
            num_attention_heads=4, local_attention=16, **{**SHAPE, "num_hidden_layers": 4}),
        "gemma3": lambda: Twin(
            t.Gemma3TextConfig, gemma(lines), t.Gemma3TextModel, dtype=torch.bfloat16,
            prompts={"query": "task: search result | query: ", "document": "title: none | text: "},
            dense=[(32, 48), (48, 24)], num_attention_heads=4, num_key_value_heads=2, head_dim=12,
            query_pre_attn_scalar=12, sliding_window=16, use_bidirectional_attention=True,
            max_position_embeddings=2050, layer_types=["sliding_attention", "sliding_attention", "full_attention"],
            **SHAPE),
        "qwen2": lambda: Twin(
            t.Qwen2Config, qwen(lines), t.Qwen2Model, "lasttoken", num_attention_heads=4, num_key_value_heads=2,
            rope_parameters={"rope_type": "default", "rope_theta": 1000000.0}, **SHAPE),
        "qwen3": lambda: Twin(
            t.Qwen3Config, qwen(lines), t.Qwen3Model, "lasttoken", dtype=torch.bfloat16,
            prompts={"query": "Instruct: Given a question, retrieve passages\nQuery:", "document": ""},
            num_attention_heads=4, num_key_value_heads=2, head_dim=10,
            rope_parameters={"rope_type": "default", "rope_theta": 1000000.0}, **SHAPE),
        "gte": lambda: Twin(
            t.GteConfig, unigram(few), t.GteModel, "cls", dtype=torch.float16, num_attention_heads=4,
            max_position_embeddings=8192, **SHAPE),
        "new": lambda: NewTwin(
            t.GteConfig, unigram(few), t.GteModel, "cls", num_attention_heads=4, max_position_embeddings=8192,
            **{**SHAPE, "num_hidden_layers": 2}),
        "nomic-bert": lambda: Twin(
            t.NomicBertConfig, word_piece(lines), t.NomicBertModel, dtype=torch.bfloat16, num_attention_heads=4,
            prompts={"query": "search_query: ", "document": "search_document: "}, **SHAPE),
        "nomic-moe": lambda: ExpertsTwin(
            t.JinaEmbeddingsV3Config, unigram(few), t.JinaEmbeddingsV3Model, num_attention_heads=4,
            max_position_embeddings=2050, prompts={"query": "search_query: ", "document": "search_document: "},
            rope_parameters={"rope_type": "default", "rope_theta": 10000.0}, **{**SHAPE, "num_hidden_layers": 4}),
        "jina-embeddings-3": lambda: Twin(
            t.JinaEmbeddingsV3Config, unigram(few), t.JinaEmbeddingsV3Model, dtype=torch.bfloat16,
            num_attention_heads=4, max_position_embeddings=2050, **SHAPE),
        "jina-bert": lambda: JinaTwin(
            t.BertConfig, word_piece(lines), t.BertModel, num_attention_heads=4, max_position_embeddings=2050,
            type_vocab_size=2, **{**SHAPE, "num_hidden_layers": 2}),
        "jina-bert-bytes": lambda: JinaTwin(
            t.BertConfig, roberta(lines), t.BertModel, num_attention_heads=4, max_position_embeddings=2050,
            type_vocab_size=2, **{**SHAPE, "num_hidden_layers": 1}),
    }


def main(samples, target, *names):
    made = twins(samples)
    for name in names or made:
        print(name, flush=True)
        made[name]().write(os.path.join(target, name))


if __name__ == "__main__":
    main(*sys.argv[1:])
