// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Machine translation.
 *
 * <p>{@link Translator} translates texts with the ONNX graphs of a translation model. {@code
 * BeamSearch} searches for the best translation of each sentence of a batch; {@code DecoderSteps}
 * provides the probabilities of the next tokens, {@code OnnxDecoder} with the graphs. Begin with
 * {@link Translator}.
 */
package org.isogloss.runtime.translation;
