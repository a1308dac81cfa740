// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of bi-encoders, which encode each text as one vector.
 *
 * <p>{@link BiEncoderRecipe} is the recipe, {@code BiEncoderObjectiveOptions} its objectives:
 * contrast of translations, ranking of judged passages, late interaction, graded triplets, language
 * modelling and distillation from a {@code TeacherEncoder}. {@code BiEncoderTask} builds objectives
 * and batches from them; {@link BiEncoderValidation} measures translation retrieval, also in a
 * {@code MixedLanguagePool}. Begin with {@link BiEncoderRecipe}, then {@code BiEncoderTask}.
 */
package org.isogloss.neural.biencoder;
