// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Implementations of {@code Validation} that several kinds of model share.
 *
 * <p>{@link TranslationRetrievalValidation} measures how often the nearest sentence of the other
 * language is the translation; {@link ValidationSentences} reads the line-by-line translations for
 * it; {@link EvaluationModeValidation} turns dropout off while another validation runs.
 */
package org.isogloss.neural.validation;
