// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Conversion of TensorFlow checkpoints.
 *
 * <p>{@link TensorFlowBert} converts Google's original BERT to the files of Hugging Face; {@link
 * TensorFlowBundle} reads the variables of a checkpoint, whose index is a {@link LevelDbTable} of
 * Protocol Buffers messages.
 */
package org.isogloss.modelio.tensorflow;
