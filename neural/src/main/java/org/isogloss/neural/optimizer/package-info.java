// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Optimizers and learning rates.
 *
 * <p>{@link Optimizer} updates tensors along their gradients and gives its state to checkpoints;
 * {@link AdamW} is the implementation for dense tensors and for sparse gradients of embeddings,
 * with {@link AdamOptions}. {@link LearningRateSchedule} gives the factor of the learning rate at
 * each step. Begin with {@link Optimizer}.
 */
package org.isogloss.neural.optimizer;
