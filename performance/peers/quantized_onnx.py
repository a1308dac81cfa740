"""Writes a model in eight bits as Infinity reads it: a graph of ONNX Runtime with dynamic quantisation.

python quantized_onnx.py FOLDER QUANTIZED

FOLDER is one that sentence-transformers can open.
"""
import shutil
import sys
import tempfile
from pathlib import Path

from onnxruntime.quantization import QuantType, quantize_dynamic
from optimum.exporters.onnx import main_export

source, target = Path(sys.argv[1]), Path(sys.argv[2])
target.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as scratch:
    main_export(str(source), output=scratch, task="feature-extraction", library_name="transformers")
    for file in Path(scratch).glob("*.json"):
        shutil.copy(file, target)
    # In the folder itself: optimum does not find it in a folder onnx of a local model.
    quantize_dynamic(Path(scratch) / "model.onnx", target / "model_quantized.onnx", weight_type=QuantType.QInt8, per_channel=True)
