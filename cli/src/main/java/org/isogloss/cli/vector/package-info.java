// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands on word vectors, below {@link VectorsCommand}: {@link VectorsTrainCommand} trains them,
 * {@link VectorsEncodeCommand} takes them from an encoder, {@link VectorsMapCommand} maps those of
 * one language into the space of another, and {@link VectorsEvaluateCommand} measures how well
 * words are translated by their vectors.
 *
 * <p>{@link SkipGramTrainingOptions} and {@link DictionaryOptions} are options, {@link
 * TokenizedTexts} reads text. Begin with {@link VectorsCommand}.
 */
package org.isogloss.cli.vector;
