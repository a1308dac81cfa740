// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The dense layer of sentence-transformers, which maps the pooled vector of a text to another one.
 *
 * <p>{@link DenseLayer} holds its weights; begin there. {@link DenseLayerConfig} holds its sizes
 * and its activation.
 */
package org.isogloss.modelio.dense;
