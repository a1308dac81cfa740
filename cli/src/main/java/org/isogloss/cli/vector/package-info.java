// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands on word vectors: {@link VectorsCommand} is the group, {@link VectorsMapCommand} maps
 * vectors of one language into the space of another, and {@link VectorsEvaluateCommand} measures
 * how well words are translated by their vectors.
 *
 * <p>{@link DictionaryOptions} are options of commands that read dictionaries.
 */
package org.isogloss.cli.vector;
