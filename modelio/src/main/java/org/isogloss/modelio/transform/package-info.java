// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Operations that make a new model folder from existing ones without training.
 *
 * <p>{@link ModelImport} converts a folder from elsewhere, {@link VocabularyTrimming} keeps only
 * the tokens that the chosen languages need, {@link ModelAverage} averages the weights of several
 * models.
 */
package org.isogloss.modelio.transform;
