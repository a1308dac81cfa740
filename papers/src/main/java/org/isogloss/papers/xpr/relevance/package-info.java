// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Sources of relevance data, for training and test.
 *
 * <p>{@link RelevanceSource} provides training pairs, validation questions and test questions;
 * begin there. {@link DocumentationRelevance} derives them from a documentation, with a {@link
 * QueryConstruction} such as headings, cloze or inverse cloze; {@link InsuranceQaRelevance} reads
 * InsuranceQA; {@link ReadingComprehensionReader} reads XQuAD, MLQA and BiPaR. {@link
 * HardNegativeSearch} finds hard negatives by BM25 or by vectors.
 */
package org.isogloss.papers.xpr.relevance;
