// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of neural models on libtorch.
 *
 * <p>A {@link Recipe} describes a training completely: the model, its data, the objectives, the
 * optimizer and the validation; {@code Recipe.train} runs it and writes a model folder, which
 * inference reads without this module. Begin with {@link Recipe}, then with the recipe of the kind
 * of model to train: {@code staticencoder.StaticEncoderRecipe}, {@code biencoder.BiEncoderRecipe},
 * {@code crossencoder.CrossEncoderRecipe} or {@code hictl.HictlRecipe}. A {@link TrainingListener}
 * receives progress and can stop a training; {@link TrainingLog} writes it as JSON lines. A {@link
 * Validation} measures the model during training and decides which state is kept. {@link
 * TrainingException} reports why a training cannot continue and what to change.
 */
package org.isogloss.neural;
