"""A server of embeddings as they are usually written in Python: sentence-transformers behind FastAPI and uvicorn.

python embedding_server.py MODEL_FOLDER PORT single|batched

POST /v1/embeddings takes {"model", "input": [text]}, with one text, and replies like OpenAI, in base64.

single    each request encodes its text
batched   one thread encodes all texts that wait, up to 32 at a time
"""
import base64
import os
import queue
import sys
import threading
from concurrent.futures import Future

import torch
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sentence_transformers import SentenceTransformer

folder, port, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
torch.set_num_threads(len(os.sched_getaffinity(0)))
model = SentenceTransformer(folder, device="cpu")
app = FastAPI()
waiting = queue.Queue()


class Request(BaseModel):
    model: str
    input: list[str]
    encoding_format: str = "base64"


def encode(texts):
    return model.encode(["passage: " + text for text in texts], batch_size=32, normalize_embeddings=True, show_progress_bar=False)


def encode_batches():
    while True:
        batch = [waiting.get()]
        while len(batch) < 32 and not waiting.empty():
            batch.append(waiting.get())
        for (_, result), vector in zip(batch, encode([text for text, _ in batch])):
            result.set_result(vector)


def batched(text):
    result = Future()
    waiting.put((text, result))
    return result.result()


@app.get("/health")
def health():
    return {}


@app.post("/v1/embeddings")
def embeddings(request: Request):
    vector = batched(request.input[0]) if kind == "batched" else encode(request.input)[0]
    return {"object": "list", "model": request.model,
            "data": [{"object": "embedding", "index": 0, "embedding": base64.b64encode(vector.tobytes()).decode()}]}


threading.Thread(target=encode_batches, daemon=True).start()
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", access_log=False, timeout_keep_alive=600)
