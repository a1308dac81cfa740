// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Export of transformers to ONNX and back.
 *
 * <p>Begin with {@link OnnxExport} and {@link OnnxExportOptions}, with the formats {@link
 * Precision} (layers) and {@link VocabularyFormat} (token embeddings). {@link
 * SharedVocabularyExport} writes a model that uses the vocabulary of another model, {@link
 * OnnxRestore} recovers the weights from an exported graph. {@link TransformerGraph} builds the
 * layers, {@link GraphOutputs} the outputs, {@link MatMulBuilder} the matrix products in fp32 or
 * int8, {@link EmbeddingTable} the token embeddings. {@link TranslationExport} exports translation
 * models.
 */
package org.isogloss.runtime.export;
