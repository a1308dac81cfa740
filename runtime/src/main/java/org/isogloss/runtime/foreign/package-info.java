// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Encoders that are known only as the ONNX graph of another program.
 *
 * <p>{@link GraphImport} makes a model folder of one; begin there. The graph is run as it is, so
 * the import verifies that it computes what an encoder must ({@link EncoderContract}).
 */
package org.isogloss.runtime.foreign;
