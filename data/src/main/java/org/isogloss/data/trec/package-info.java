// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The file formats of TREC.
 *
 * <p>{@link TrecTopics} reads and writes topics, {@link TrecQrels} relevance judgements, {@link
 * TrecRun} the ranked results of a system. Their records are {@link Topic}, {@code Judgement} (in
 * the parent package) and {@link RunLine}. {@link Judgements} reads qrels in TREC's or BEIR's
 * format. Begin with {@link TrecRun} and {@link Judgements}.
 */
package org.isogloss.data.trec;
