// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Question answering data.
 *
 * <p>{@link SquadDataset} reads the JSON format of SQuAD, which XQuAD, MLQA, XQuAD-R and BiPaR
 * share; {@link SquadFolder} reads a folder with one file per language; {@link SquadTestCollection}
 * turns paragraphs and questions into documents, queries and relevance judgements. {@link
 * InsuranceQa} and {@link InsuranceQaZh} read the two releases of InsuranceQA. Begin with {@link
 * SquadDataset}.
 */
package org.isogloss.data.qa;
