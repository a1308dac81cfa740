"""Trains skip-gram word vectors with fastText and prints the time of training without reading as JSON.

python word_vectors.py TEXT FILE.vec DIMENSION EPOCHS THREADS SEED
"""
import json
import os
import re
import sys
import tempfile
import time

import fasttext

text, file = sys.argv[1:3]
dimension, epochs, threads, seed = map(int, sys.argv[3:7])

fasttext.FastText.unsupervised_default["seed"] = seed  # train_unsupervised has no such argument


def train(epochs):
    before = time.process_time()
    model = fasttext.train_unsupervised(text, model="skipgram", dim=dimension, epoch=epochs, thread=threads, verbose=2)
    return model, time.process_time() - before


with tempfile.TemporaryFile() as log:
    # fastText prints its speed to standard error, from C++. It sums its loss in single precision, which is meaningless for many words.
    error = os.dup(2)
    os.dup2(log.fileno(), 2)
    try:
        _, reading = train(0)
        model, cpu = train(epochs)
    finally:
        os.dup2(error, 2)
    log.seek(0)
    printed = log.read().decode()

with open(file, "w", encoding="utf-8") as out:
    words = [word for word in model.words if word != "</s>"]
    print(len(words), dimension, file=out)
    for word in words:
        print(word, *(f"{value:.6g}" for value in model.get_word_vector(word)), file=out)
speed = float(re.findall(r"words/sec/thread:\s*(\d+)", printed)[-1])
print(json.dumps({"words_per_second": speed * threads, "cpu_seconds": cpu - reading}))
