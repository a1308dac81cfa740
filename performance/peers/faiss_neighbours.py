"""Finds the nearest neighbours of the rows of two matrices in each other with faiss.

python faiss_neighbours.py SOURCE.npy TARGET.npy NEIGHBOURS THREADS exact|cells|graph SCRATCH_FOLDER
"""
import json
import sys
import time
from pathlib import Path

import faiss
import numpy as np

source, target = np.load(sys.argv[1]), np.load(sys.argv[2])
depth, kind, scratch = int(sys.argv[3]), sys.argv[5], Path(sys.argv[6])
faiss.omp_set_num_threads(int(sys.argv[4]))


def index(vectors):
    if kind == "exact":
        made = faiss.IndexFlatIP(vectors.shape[1])
    elif kind == "cells":  # as many cells as ours, as many of them looked into
        cells = max(1, int((len(vectors) * 128) ** 0.5 / 4))
        made = faiss.IndexIVFFlat(faiss.IndexFlatIP(vectors.shape[1]), vectors.shape[1], cells, faiss.METRIC_INNER_PRODUCT)
        made.nprobe, made.cp.niter, made.cp.max_points_per_centroid, made.cp.spherical = 128, 8, 32, True
        made.train(vectors)
    else:  # the same graph as Lucene's: M 16, 100 candidates when it is built, 64 when it is searched
        made = faiss.IndexHNSWFlat(vectors.shape[1], 16, faiss.METRIC_INNER_PRODUCT)
        made.hnsw.efConstruction, made.hnsw.efSearch = 100, 64
    made.add(vectors)
    return made


cpu, wall = time.process_time(), time.perf_counter()
forward = index(target).search(source, depth)[1]
backward = index(source).search(target, depth)[1]
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
forward.astype("<i4").tofile(scratch / f"faiss-{kind}-forward")
backward.astype("<i4").tofile(scratch / f"faiss-{kind}-backward")
print(json.dumps({"seconds": wall, "cpu_seconds": cpu}))
