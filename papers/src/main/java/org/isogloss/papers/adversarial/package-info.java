// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * The experiments of Wang et al., "Adversarial Domain Adaptation for Cross-lingual Information
 * Retrieval with Multilingual BERT" (CIKM 2021). {@link
 * org.isogloss.papers.adversarial.AdversarialPaper} runs them.
 */
package org.isogloss.papers.adversarial;
