// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The ONNX file format.
 *
 * <p>{@link GraphBuilder} assembles nodes and initializers, {@link GraphWriter} writes them without
 * holding the tensors in memory, {@link GraphTensorReader} and {@link GraphWeights} read the
 * tensors of a graph. {@link ExternalDataCheck} verifies that a graph refers to no file outside its
 * folder. The wire format of the files is read and written by {@code
 * org.isogloss.modelio.protobuf}.
 */
package org.isogloss.runtime.onnx;
