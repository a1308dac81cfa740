"""Makes small random static embeddings, as model2vec and sentence-transformers write them, and what these compute.

python performance/peers/static_embeddings.py samples/xquad modelio/src/test/resources/org/isogloss/modelio/samples/random-static

Each folder NAME is one that the package writes, with a tokenizer that is trained on the questions of samples/xquad;
golden.json has the vectors of texts.
"""

import glob
import gzip
import json
import os
import shutil
import sys

import numpy
import torch
from model2vec import StaticModel
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

TEXTS = [
    "What is the largest city in Poland?",
    "Welche Mannschaft gewann das Spiel 2015?",
    "在波兰，最大的城市是哪一个？",
    "a",
    "  two  blanks,\n\na line and it's 12345 items…",
    "Ποια είναι η πόλη; เมืองใด 😀 ทัพ",
    "Wieviel ist ein Wort von vielen " * 40,
    "internationalisation " * 90,
]
DIMENSION = 24


def questions(folder, languages):
    for path in sorted(glob.glob(folder + "/xquad." + languages + ".json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for article in json.load(file)["data"]:
                for paragraph in article["paragraphs"]:
                    for question in paragraph["qas"]:
                        yield question["question"]


def word_piece(lines):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(lines, trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=special, limit_alphabet=100, show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer


def unigram(lines):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(lines, trainers.UnigramTrainer(
        vocab_size=300, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    return tokenizer


def vectors(rows, seed):
    return numpy.random.default_rng(seed).standard_normal((rows, DIMENSION)).astype(numpy.float32)


def model2vec(tokenizer, seed, type_="float32", clusters=None, max_length=512):
    size = tokenizer.get_vocab_size()
    random = numpy.random.default_rng(seed)
    shared = {} if clusters is None else dict(
        weights=random.uniform(0.1, 2, size).astype(numpy.float32),
        token_mapping=random.integers(0, clusters, size))
    rows = vectors(size if clusters is None else clusters, seed)
    rows = (rows * 30).clip(-127, 127).astype(type_) if type_ == "int8" else rows.astype(type_)
    return StaticModel(rows, tokenizer, config={"model_type": "model2vec", "architectures": ["StaticModel"]},
                       normalize=True, max_length=max_length, **shared)


def write_model2vec(folder, model):
    model.save_pretrained(folder)
    os.remove(folder + "/README.md")
    return model.encode(TEXTS)


def write_sentence_transformers(folder, tokenizer, **settings):
    embedding = StaticEmbedding(tokenizer, embedding_weights=vectors(tokenizer.get_vocab_size(), 5))
    model = SentenceTransformer(modules=[embedding], device="cpu", **settings)
    model.save(folder, create_model_card=False)
    return SentenceTransformer(folder, device="cpu").encode(TEXTS, normalize_embeddings=True)


def main(samples, target):
    lines = list(questions(samples, "[derz][elnuh]"))
    few = list(questions(samples, "[de][ensl]"))
    shutil.rmtree(target, ignore_errors=True)
    made = {
        "potion": lambda folder: write_model2vec(folder, model2vec(word_piece(lines), 1)),
        "potion-multilingual": lambda folder: write_model2vec(folder, model2vec(unigram(few), 2, "float16", max_length=64)),
        "potion-clustered": lambda folder: write_model2vec(folder, model2vec(word_piece(lines), 3, clusters=50)),
        "potion-int8": lambda folder: write_model2vec(folder, model2vec(word_piece(lines), 4, "int8")),
        "static-similarity": lambda folder: write_sentence_transformers(folder, word_piece(lines)),
        "static-retrieval": lambda folder: write_sentence_transformers(
            folder, word_piece(lines), truncate_dim=10, prompts={"query": "query: ", "document": ""}),
    }
    for name, write in made.items():
        folder = os.path.join(target, name)
        found = write(folder)
        if name == "static-retrieval":
            model = SentenceTransformer(folder, device="cpu")
            golden = {"query": model.encode_query(TEXTS, normalize_embeddings=True),
                      "passage": model.encode_document(TEXTS, normalize_embeddings=True)}
        else:
            golden = {"query": found, "passage": found}
        with open(folder + "/golden.json", "w", encoding="utf-8") as out:
            rounded = {role: [[float(f"{x:.7g}") for x in row] for row in rows.tolist()]
                       for role, rows in golden.items()}
            json.dump({"texts": TEXTS, **rounded}, out, ensure_ascii=False)
            out.write("\n")


torch.manual_seed(7)
main(*sys.argv[1:])
