// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The configuration of a transformer encoder, {@code config.json}.
 *
 * <p>{@link ArchitectureReader} reads the architecture of every model that can be run, {@link
 * EncoderConfig} a configuration that can be changed and written again, {@link TransformerConfig}
 * that of the BERT and XLM-RoBERTa families, {@link TransformerHead} the head after the last layer.
 * Begin with {@link ArchitectureReader}.
 */
package org.isogloss.modelio.transformer;
