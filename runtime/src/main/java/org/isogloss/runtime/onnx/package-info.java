// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The ONNX file format.
 *
 * <p>{@link GraphBuilder} assembles nodes and initializers, {@link GraphWriter} writes them without
 * holding the tensors in memory, {@link GraphTensorReader} and {@link GraphWeights} read the
 * tensors of a graph. {@link ExternalDataCheck} verifies that a graph refers to no file outside its
 * folder. {@link ProtobufMessage} and {@link ProtobufInput} write and read the Protocol Buffers
 * wire format.
 */
package org.isogloss.runtime.onnx;
