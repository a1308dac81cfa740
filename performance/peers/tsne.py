"""Maps the first rows of a matrix by scikit-learn's t-SNE and prints the time, the processor time and the divergence as JSON.

python tsne.py VECTORS.npy ROWS METHOD

METHOD is exact or barnes_hut. The options are the defaults; the threads are those of OMP_NUM_THREADS.
"""
import json
import os
import sys
import time

import numpy as np
from sklearn.manifold import TSNE

vectors = np.load(sys.argv[1])[: int(sys.argv[2])]
started, processor = time.time(), time.process_time()
tsne = TSNE(init="pca", method=sys.argv[3], random_state=0, n_jobs=int(os.environ.get("OMP_NUM_THREADS", "1"))).fit(vectors)
print(json.dumps({"seconds": time.time() - started, "cpu_seconds": time.process_time() - processor, "divergence": float(tsne.kl_divergence_)}))
