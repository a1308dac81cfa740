// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The translation experiments of HICTL (Wei et al. 2021).
 *
 * <p>Begin with {@link org.isogloss.papers.translation.HictlTranslationPaper}. {@code
 * TranslationVariant} lists the rows, {@code TranslationModelTrainer} trains them, {@code
 * HeldOutTranslations} translates and measures, and {@code TranslationTables} builds the tables and
 * the report.
 */
package org.isogloss.papers.translation;
