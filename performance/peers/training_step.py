"""One training step of a bi-encoder at a time with PyTorch and transformers, for performance's TrainingStepBenchmark.

python training_step.py MODEL_FOLDER LAYERS BATCH TOKENS f32|bf16 THREADS

For each line of standard input makes one step (forward, in-batch contrast of the first half of the
texts with the second, backward, AdamW) and prints the milliseconds that it took, by the clock and
of the processors' time.
"""
import os
import sys
import time
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"
warnings.filterwarnings("ignore")
import torch
import transformers

transformers.logging.set_verbosity_error()
folder, layers, batch, tokens = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
bf16 = sys.argv[5] == "bf16"
torch.set_num_threads(int(sys.argv[6]))
torch.manual_seed(1)
model = transformers.AutoModel.from_pretrained(
    folder, num_hidden_layers=layers, add_pooling_layer=False, dtype=torch.float32)
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5, weight_decay=0.01)
generator = torch.Generator().manual_seed(1)
print("ready", torch.__version__, torch.get_num_threads(), flush=True)
for _ in sys.stdin:
    ids = torch.randint(1000, 100000, (batch, tokens), generator=generator)
    start, processors = time.perf_counter(), time.process_time()
    optimizer.zero_grad()
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        hidden = model(ids).last_hidden_state
    vectors = torch.nn.functional.normalize(hidden.float().mean(1))
    scores = 20 * vectors[: batch // 2] @ vectors[batch // 2:].T
    loss = torch.nn.functional.cross_entropy(scores, torch.arange(batch // 2))
    loss.backward()
    optimizer.step()
    print(1000 * (time.perf_counter() - start), 1000 * (time.process_time() - processors), flush=True)
