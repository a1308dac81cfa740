// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What training minimises.
 *
 * <p>An {@link Objective} computes the loss of a batch and adds its gradient; {@link LossTensors}
 * and {@link LossValues} hold the total and its parts. A {@link VectorObjective} sees texts through
 * their vectors only, so that {@link GradientCachingObjective} can compute the gradient of a large
 * batch in the memory of a small one (GradCache). {@link TrainingTasks} combines several
 * objectives, each with its own batches, in one step or alternately. Begin with {@link Objective}.
 */
package org.isogloss.neural.objective;
