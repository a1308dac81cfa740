"""Makes the small random transformers of modelio/src/test/resources and what Python's transformers says of them.

python performance/peers/small_transformers.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples

The tokenizers are trained on the questions of samples/xquad; the weights are random, and larger than
a fresh model's, so that a mistake shows.
"""

import glob
import gzip
import json
import os
import shutil
import sys

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    BertConfig,
    BertForPreTraining,
    BertForSequenceClassification,
    BertModel,
    XLMRobertaConfig,
    XLMRobertaForMaskedLM,
    XLMRobertaForSequenceClassification,
    XLMRobertaModel,
)

PIECES = 400
TEXTS = [
    "What is the largest city in Poland?",
    "Welche Mannschaft gewann?",
    "在波兰，最大的城市是哪一个？",
    "a",
    "How many points did the Panthers lose?",
]
PAIRS = [(TEXTS[0], TEXTS[1]), (TEXTS[2], TEXTS[4]), (TEXTS[3], TEXTS[3])]


def questions(folder, languages="*"):
    for path in sorted(glob.glob(folder + "/xquad." + languages + ".json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for article in json.load(file)["data"]:
                for paragraph in article["paragraphs"]:
                    for question in paragraph["qas"]:
                        yield question["question"]


def word_piece(lines):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=False, lowercase=False
    )
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    trainer = trainers.WordPieceTrainer(
        vocab_size=PIECES, special_tokens=special, limit_alphabet=250, show_progress=False
    )
    tokenizer.train_from_iterator(lines, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def unigram(lines):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=PIECES - 1, special_tokens=special, unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(lines, trainer)
    tokenizer.add_special_tokens(["<mask>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer


def encode(tokenizer, texts, pad):
    encodings = [tokenizer.encode(*text) if isinstance(text, tuple) else tokenizer.encode(text) for text in texts]
    longest = max(len(e.ids) for e in encodings)
    fill = lambda row, with_: row + [with_] * (longest - len(row))
    return {
        "ids": [fill(e.ids, pad) for e in encodings],
        "types": [fill(e.type_ids, 0) for e in encodings],
        "mask": [fill([1] * len(e.ids), 0) for e in encodings],
    }


def larger(model):
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            if name.endswith("LayerNorm.weight") or name.endswith("layer_norm.weight"):
                parameter.copy_(1 + 0.1 * noise)
            elif parameter.dim() == 1:
                parameter.copy_(0.1 * noise)
            else:
                parameter.copy_(0.25 * noise)
    if hasattr(model, "tie_weights"):
        model.tie_weights()
    return model.eval()


def rounded(tensor):
    return [round(x, 6) for x in tensor.flatten().tolist()]


def save(folder, model, tokenizer, wordpiece):
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder)
    for extra in ("generation_config.json",):
        if os.path.exists(folder + "/" + extra):
            os.remove(folder + "/" + extra)
    tokenizer.save(folder + "/tokenizer.json", pretty=False)
    if wordpiece:
        pieces = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
        with open(folder + "/vocab.txt", "w", encoding="utf-8") as out:
            out.writelines(piece + "\n" for piece, _ in pieces)
        names = dict(tokenizer_class="BertTokenizer", do_lower_case=False, pad_token="[PAD]", unk_token="[UNK]",
                     cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]")
    else:
        names = dict(tokenizer_class="XLMRobertaTokenizer", pad_token="<pad>", unk_token="<unk>", cls_token="<s>",
                     sep_token="</s>", bos_token="<s>", eos_token="</s>", mask_token="<mask>")
    write(folder + "/tokenizer_config.json", dict(names, model_max_length=128))


def sentence_transformer(folder, pooling, prompts):
    write(folder + "/modules.json", [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
    ])
    os.makedirs(folder + "/1_Pooling", exist_ok=True)
    write(folder + "/1_Pooling/config.json", {
        "word_embedding_dimension": 32,
        "pooling_mode_cls_token": pooling == "cls",
        "pooling_mode_mean_tokens": pooling == "mean",
    })
    write(folder + "/sentence_bert_config.json", {"max_seq_length": 96, "do_lower_case": False})
    write(folder + "/config_sentence_transformers.json", {"prompts": prompts, "default_prompt_name": None})


def write(path, value):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(value, out, indent=1, ensure_ascii=False)
        out.write("\n")


def main(samples, target):
    pieces = word_piece(list(questions(samples)))
    # A Unigram vocabulary holds every character it was trained on, so no language of many characters.
    gram = unigram(list(questions(samples, "[der][ens]")))
    shape = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48)
    bert = lambda **more: BertConfig(
        vocab_size=pieces.get_vocab_size(), max_position_embeddings=128, type_vocab_size=2, **shape, **more
    )
    xlmr = lambda **more: XLMRobertaConfig(
        vocab_size=gram.get_vocab_size(), max_position_embeddings=130, type_vocab_size=1, pad_token_id=1, bos_token_id=0,
        eos_token_id=2, layer_norm_eps=1e-5, **shape, **more
    )
    made = {
        "bert-encoder": (BertModel(bert()), pieces, 0),
        "bert-language-model": (BertForPreTraining(bert(hidden_act="gelu_new")), pieces, 0),
        "bert-classifier": (BertForSequenceClassification(bert(num_labels=2)), pieces, 0),
        "xlmr-encoder": (XLMRobertaModel(xlmr(), add_pooling_layer=False), gram, 1),
        "xlmr-language-model": (XLMRobertaForMaskedLM(xlmr()), gram, 1),
        "xlmr-classifier": (XLMRobertaForSequenceClassification(xlmr(num_labels=1)), gram, 1),
    }
    for name, (model, tokenizer, pad) in made.items():
        larger(model)
        folder = os.path.join(target, name)
        save(folder, model, tokenizer, tokenizer is pieces)
        if name == "bert-encoder":
            sentence_transformer(folder, "mean", {"query": "query: ", "passage": "passage: "})
        if name == "xlmr-encoder":
            sentence_transformer(folder, "cls", {})
        batch = encode(tokenizer, TEXTS + PAIRS, pad)
        with torch.no_grad():
            out = model(
                input_ids=torch.tensor(batch["ids"]),
                attention_mask=torch.tensor(batch["mask"]),
                **({"token_type_ids": torch.tensor(batch["types"])} if tokenizer is pieces else {}),
                output_hidden_states=True,
            )
        golden = {"texts": TEXTS, "pairs": PAIRS, **batch, "outputs": {}}
        # Of the whole last layer the texts' first and last pieces; the means go over every piece.
        last = out.last_hidden_state if "last_hidden_state" in out else out.hidden_states[-1]
        mask = torch.tensor(batch["mask"]).unsqueeze(-1)
        golden["outputs"]["first"] = [rounded(row[0]) for row in last]
        golden["outputs"]["mean"] = [rounded((row * m).sum(0) / m.sum()) for row, m in zip(last, mask)]
        if out.get("pooler_output") is not None:
            golden["outputs"]["pooler"] = [rounded(row) for row in out.pooler_output]
        if name.endswith("classifier"):
            golden["outputs"]["logits"] = [rounded(row) for row in out.logits]
        if name.endswith("language-model"):
            logits = out.prediction_logits if "prediction_logits" in out else out.logits
            golden["outputs"]["mlm_logits_of_second_piece"] = [rounded(row[1]) for row in logits]
        with open(folder + "/golden.json", "w", encoding="utf-8") as out:
            json.dump(golden, out, ensure_ascii=False)
            out.write("\n")


main(*sys.argv[1:])
