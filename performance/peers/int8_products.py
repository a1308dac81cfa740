"""How many operations a second this machine's ONNX Runtime does in products of eight-bit matrices, in GOP/s; a multiplication with an addition counts as two.
cpu_gops is by processor time.

python int8_products.py HIDDEN INNER
"""
import json
import os
import sys
import time

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

hidden, inner = int(sys.argv[1]), int(sys.argv[2])
tokens = 1024
random = np.random.default_rng(0)


def best(inputs, outputs):
    tensors = [numpy_helper.from_array(random.integers(-127, 128, (inputs, outputs)).astype(np.int8), "w"),
               numpy_helper.from_array(np.float32(1), "one"), numpy_helper.from_array(np.ones(outputs, np.float32), "scale"),
               numpy_helper.from_array(np.uint8(128), "zero")]
    node = helper.make_node("MatMulIntegerToFloat", ["x", "w", "one", "scale", "zero"], ["y"], domain="com.microsoft")
    graph = helper.make_graph([node], "product", [helper.make_tensor_value_info("x", TensorProto.UINT8, [tokens, inputs])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [tokens, outputs])], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    x = random.integers(0, 256, (tokens, inputs)).astype(np.uint8)
    taken, busy = [], []
    end = time.perf_counter() + 1
    while time.perf_counter() < end:
        start, start_busy = time.perf_counter(), time.process_time()
        session.run(None, {"x": x})
        taken.append(time.perf_counter() - start)
        busy.append(time.process_time() - start_busy)
    return 2 * tokens * inputs * outputs / np.median([taken, busy], axis=1) / 1e9


# What a layer multiplies by: four matrices of hidden by hidden, one that widens and one that narrows.
shapes = {(hidden, hidden): 4, (hidden, inner): 1, (inner, hidden): 1}
work = {shape: count * shape[0] * shape[1] for shape, count in shapes.items()}
rates = {shape: best(*shape) for shape in shapes}
gops, cpu_gops = sum(work.values()) / sum(work[shape] / rates[shape] for shape in shapes)
print(json.dumps({"gops": round(gops, 1), "cpu_gops": round(cpu_gops, 1)}))
