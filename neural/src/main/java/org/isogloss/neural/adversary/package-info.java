// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * Adversarial alignment of languages (Wang et al., "Adversarial Domain Adaptation for Cross-lingual
 * Information Retrieval with Multilingual BERT", CIKM 2021): a discriminator learns to distinguish
 * the vectors of a source language from those of target languages, and the top layer of the encoder
 * learns to deceive it.
 */
package org.isogloss.neural.adversary;
