// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Implementations of {@link org.isogloss.neural.Validation} that several kinds of model share.
 *
 * <p>{@link TranslationRetrievalValidation} measures how often the nearest sentence in the other
 * language is the translation; {@link ValidationSentences} reads sentences and their translations
 * for it; {@link EvaluationModeValidation} disables dropout while another validation runs.
 */
package org.isogloss.neural.validation;
