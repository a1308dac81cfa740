// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Models of token vectors for late interaction: ColBERT and its descendants, and the token vectors
 * of M3 models.
 *
 * <p>{@link TokenVectorHead} describes how the states of a transformer become token vectors, and
 * {@link TokenVectorSettings} which tokens have one. {@link MultiVectorModules} reads what folders
 * of sentence-transformers, PyLate and Stanford's ColBERT state; {@link MultiVectorFiles} writes
 * it.
 */
package org.isogloss.modelio.multivector;
