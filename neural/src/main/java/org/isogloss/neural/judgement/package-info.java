// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Queries with relevance judgements, for ranking objectives.
 *
 * <p>{@link JudgedQueries} reads queries, documents and qrels, JSON lines, or multilingual
 * documentation, according to {@link JudgedDataOptions}; {@link DocumentationQuestionReader}
 * derives queries from headings. {@link JudgedQuerySampler} samples a query with a relevant passage
 * and passages with lower grades. Begin with {@link JudgedQueries}.
 */
package org.isogloss.neural.judgement;
