// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The wire format of Protocol Buffers, in which ONNX graphs and the index of TensorFlow bundles are
 * written: {@link ProtobufInput} reads it, {@link ProtobufMessage} writes it.
 */
package org.isogloss.modelio.protobuf;
