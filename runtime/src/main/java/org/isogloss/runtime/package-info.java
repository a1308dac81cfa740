// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Encoders that run a trained model.
 *
 * <p>Begin with {@link Encoders}, which opens the encoder of any model folder, and {@link
 * InferenceOptions} (threads and precision). {@link OnnxEncoder} runs a transformer with ONNX
 * Runtime and batches the texts of concurrent callers; {@link StaticEncoder} sums static token
 * vectors in pure Java. The vector of a text never depends on the other texts of a batch.
 */
package org.isogloss.runtime;
