// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The weights of a transformer under canonical names.
 *
 * <p>{@link TransformerWeights} reads the tensors of a model folder under the names of Hugging
 * Face's {@code BertModel}, regardless of the names and the types in the files; {@link
 * TransformerTensorShapes} lists the tensors that a transformer must have; {@link
 * TransformerFolderWriter} writes a folder that Python's transformers and sentence-transformers can
 * open. Begin with {@link TransformerWeights}.
 */
package org.isogloss.modelio.weights;
