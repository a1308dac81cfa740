// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The training loop.
 *
 * <p>{@link Trainer} draws batches, computes gradients, steps the optimizers, validates, and writes
 * checkpoints; a training that was killed resumes from the last checkpoint and makes the same
 * steps. {@link TrainingOptions} sets its length and intervals. {@link Checkpoints} stores tensors
 * and a {@link TrainingState} as Safetensors files with a checksum. Begin with {@link Trainer}.
 */
package org.isogloss.neural.train;
