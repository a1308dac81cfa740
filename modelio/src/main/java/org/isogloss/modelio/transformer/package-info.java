// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The configuration of a transformer encoder, {@code config.json}.
 *
 * <p>{@link ArchitectureReader} reads the architecture of every model that can be run, {@link
 * TransformerConfig} the sizes of the BERT and XLM-RoBERTa families, which can be trained, too,
 * {@link TransformerHead} the head after the last layer. Begin with {@link ArchitectureReader}.
 */
package org.isogloss.modelio.transformer;
