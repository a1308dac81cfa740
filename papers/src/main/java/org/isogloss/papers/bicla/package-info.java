// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The experiments of BiCLA (Glavaš and Vulić, ECIR 2019): retrieval of the translation of a
 * sentence among 1,000 sentences of another language.
 *
 * <p>Begin with {@link org.isogloss.papers.bicla.BiclaPaper}. {@code BiclaResources} makes word
 * vectors and dictionaries, {@code BiclaTrainer} trains the models, {@code BiclaEvaluation}
 * measures them, {@code WordBaselines} and encoders; a {@code MateRanking} has the ranks of a
 * system, which a {@code BiclaEnsemble} interpolates. {@code BiclaAttention} draws the attention of
 * a sentence pair.
 */
package org.isogloss.papers.bicla;
