// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Test collections and their readers.
 *
 * <p>{@link TestCollection} holds documents, queries and relevance judgements, and can be written
 * to a folder that the commands {@code index}, {@code search} and {@code evaluate} read; begin
 * there. {@link MateTestSet} holds translated sentences of two languages. {@link MateTestSetReader}
 * reads Tatoeba, NTREX and Europarl mates, {@link QuestionAnsweringCollections} reads XQuAD and
 * XQuAD-R, {@link HeadingCollectionReader} reads documentations.
 */
package org.isogloss.benchmarks.collection;
