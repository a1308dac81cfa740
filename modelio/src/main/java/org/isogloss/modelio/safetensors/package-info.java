// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The Safetensors file format, and weights that PyTorch pickled.
 *
 * <p>{@link Safetensors} opens one file, or several files with an index, and reads tensors without
 * loading the whole file; {@link SafetensorsWriter} writes a file tensor by tensor with bounded
 * memory. {@link TensorInfo} gives the name, type and shape of a tensor, {@link DataType} the
 * element types. {@link WeightValidator} rejects weights that are not finite or implausibly large.
 * {@link PickleReader} reads the descriptions of tensors in files of {@code torch.save} and refuses
 * everything else. Begin with {@link Safetensors}.
 */
package org.isogloss.modelio.safetensors;
