// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Access to libtorch.
 *
 * <p>{@link Torch} sets the number of threads, the seed and the device of a process; {@link
 * ComputeOptions} is the section of a recipe that chooses them. {@link Tensors} converts between
 * Java arrays and tensors, {@link TensorMemory} controls when native memory is freed, {@link
 * Autocast} computes matrix products in bfloat16, and {@link RandomGeneratorState} saves and
 * restores the generator of a device so that a resumed training draws the same numbers. Begin with
 * {@link Tensors} and {@link Torch}.
 */
package org.isogloss.neural.torch;
