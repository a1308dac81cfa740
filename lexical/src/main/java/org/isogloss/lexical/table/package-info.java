// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Bidirectional tables of word translation probabilities.
 *
 * <p>{@link TranslationCounts} collects the links of alignments and writes a table, pruned by
 * {@link TablePruning}; {@link TranslationTable} opens one as a memory-mapped file and looks up the
 * translations of a word and, by {@link InverseTranslations}, the words that it translates. {@link
 * TranslationTableWriter} documents the file format; {@link TranslationTableReader} and {@link
 * TableValidator} check a file before it is used. {@link AnalysedTableWriter} converts a table of
 * words into one of analysed terms such as stems. Begin with {@link TranslationTable}.
 */
package org.isogloss.lexical.table;
