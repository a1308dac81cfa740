// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The architecture of a transformer encoder.
 *
 * <p>{@link TransformerConfig} holds the sizes that {@code config.json} states for models of the
 * BERT and XLM-RoBERTa families, {@link TransformerHead} the head after the last layer, {@link
 * Activation} the activation function of the feed-forward layers. Begin with {@link
 * TransformerConfig}.
 */
package org.isogloss.modelio.transformer;
