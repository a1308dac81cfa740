"""Makes the files of PickledWeightsTest with PyTorch.

    python pickled_weights.py ENCODER OUT_FOLDER

ENCODER is a folder of random-encoders, whose weights are written as pytorch_model.bin; types.bin has tensors of all
types, a view and a parameter, the others are files that are refused.
"""
import os
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file

encoder, out = sys.argv[1], Path(sys.argv[2])
torch.save(load_file(encoder + "/model.safetensors"), out / "pytorch_model.bin")

numbers = torch.arange(-6, 6).reshape(3, 4)
types = {str(t).split(".")[1]: numbers.to(t) for t in (
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8)}
types["uint8"], types["bool"] = (numbers + 6).to(torch.uint8), numbers > 0
types["view"] = types["float32"][1:]
types["parameter"] = torch.nn.Parameter(torch.ones(2))
types["scalar"] = torch.tensor(3.5)
torch.save({**types, "epoch": 3, "name": "not a tensor"}, out / "types.bin")

torch.save({"transposed": torch.ones(2, 3).t()}, out / "transposed.bin")
torch.save({"old": torch.ones(2)}, out / "legacy.bin", _use_new_zipfile_serialization=False)


class Command:
    def __reduce__(self):
        return os.system, ("echo this must not run",)


torch.save({"weight": torch.ones(2), "command": Command()}, out / "command.bin")
torch.save([torch.ones(2)], out / "list.bin")
