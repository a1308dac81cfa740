// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of static encoders: one row for each token, a weighted mean for each text.
 *
 * <p>{@code StaticEncoderRecipe} is the recipe and {@link StaticEncoderTraining} runs it; {@code
 * StaticEncoderInitialisation} takes the first rows from a larger model and {@code
 * ProcrustesInitialisation} rotates them towards the vectors of a teacher ({@link TeacherVectors}).
 * {@link StaticEncoderModel} pools a {@code TokenBagBatch}; {@link LazyAdam} updates only the rows
 * of a {@code TrainableRowTable} that a batch touched. {@link TrainedStaticEncoder} writes the
 * model folder. Begin with {@link StaticEncoderTraining}.
 */
package org.isogloss.neural.staticencoder;
