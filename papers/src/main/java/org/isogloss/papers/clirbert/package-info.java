// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The experiments of CLIR-BERT (Jiang et al. 2020): classification of words in sentences, and
 * retrieval of documents with English words and phrases.
 *
 * <p>Begin with {@link org.isogloss.papers.clirbert.ClirPaper}. {@code ClirData} prepares training
 * and test data, {@code ClirCollection} the documents and queries; {@code ClirVariant} lists the
 * systems, and {@code ClirEvaluation} creates and measures them: a cross-encoder ({@code
 * ClirBertTrainer}), query attention ({@code QueryAttentionSystem}) and translation tables ({@code
 * TranslationTableSystems}). {@code ClirAttention} draws the attention of a query to a sentence,
 * and {@code ClirTables} builds the tables.
 */
package org.isogloss.papers.clirbert;
