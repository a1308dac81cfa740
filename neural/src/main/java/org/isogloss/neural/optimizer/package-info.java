// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Optimizers and learning rates.
 *
 * <p>{@link Optimizer} updates tensors with their gradients and exposes its state to checkpoints;
 * {@link AdamW}, with {@link AdamOptions}, is the implementation for dense gradients and for the
 * sparse gradients of embeddings. {@link LearningRateSchedule} computes the factor of the learning
 * rate at each step. Begin with {@link Optimizer}.
 */
package org.isogloss.neural.optimizer;
