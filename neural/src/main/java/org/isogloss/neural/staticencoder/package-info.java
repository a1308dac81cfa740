// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of static encoders, which have one row for each token and encode a text as a weighted
 * mean of rows.
 *
 * <p>{@link StaticEncoderRecipe} is the recipe and {@link StaticEncoderTraining} runs it. {@link
 * StaticEncoderInitialisation} takes the initial rows from another model, and {@link
 * ProcrustesInitialisation} rotates them towards the vectors of a teacher ({@link TeacherVectors}).
 * {@link StaticEncoderModel} pools a {@link TokenBagBatch}; {@link LazyAdam} updates only the rows
 * of a {@link TrainableRowTable} that a batch uses. {@link TrainedStaticEncoder} writes the model
 * folder. Begin with {@link StaticEncoderTraining}.
 */
package org.isogloss.neural.staticencoder;
