// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Readers that find the answer to a question in a text: a transformer reads question and text
 * together, and a head predicts the first and the last token of the answer (Devlin et al. 2019,
 * sections 4.2 and 4.3; the tasks XQuAD, MLQA and TyDiQA-GoldP of XTREME, Hu et al. 2020). Begin
 * with {@link AnswersRecipe}.
 */
package org.isogloss.neural.answer;
