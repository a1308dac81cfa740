/**
 * Queries with relevance judgements, for ranking objectives.
 *
 * <p>{@link JudgedQueries} reads queries, documents and qrels, JSON lines, or multilingual
 * documentation as {@link JudgedDataOptions} says; {@link DocumentationQuestionReader} derives
 * queries from headings. {@link JudgedQuerySampler} draws a query with a relevant passage and
 * passages with lower grades. Begin with {@link JudgedQueries}.
 */
package org.isogloss.neural.judgement;
