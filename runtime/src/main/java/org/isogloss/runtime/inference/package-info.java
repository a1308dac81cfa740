// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Execution of ONNX graphs.
 *
 * <p>{@link GraphFile} finds the graph of a model or exports one to a temporary folder, {@link
 * OnnxSession} runs token sequences, {@link BatchRunner} combines the sequences of concurrent
 * callers into batches of equal length with a fair queue ({@link FairBatchQueue}). {@link
 * WeightSignedness} selects the form of int8 weights that is exact on the processor; {@link
 * Int8MatrixMultiplier} computes exact dot products of int8 vectors.
 */
package org.isogloss.runtime.inference;
