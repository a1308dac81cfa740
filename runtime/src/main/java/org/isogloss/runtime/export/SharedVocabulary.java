// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.onnx.GraphTensorReader;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;

/**
 * The token embeddings in the graph of one model, for graphs of other models that omit them. They
 * are read from the model folder whenever they are written.
 */
final class SharedVocabulary {
  private final List<Initializer> tensors;

  SharedVocabulary(List<Initializer> tensors) {
    this.tensors = List.copyOf(tensors);
  }

  /**
   * Finds the token embeddings in the ONNX graph of a model.
   *
   * @param vocabularyModel must remain open as long as the result is used
   * @throws ModelFormatException if it has no graph, or the graph has no such tensor
   */
  static SharedVocabulary of(ModelFolder vocabularyModel) {
    Path graph =
        vocabularyModel
            .findOnnxGraph()
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        vocabularyModel.path(),
                        "has no graph whose vocabulary could be shared: export the model first"));
    Map<String, Initializer> found =
        GraphTensorReader.find(graph, new LinkedHashSet<>(EmbeddingTable.TENSOR_NAMES));
    if (!found.containsKey(EmbeddingTable.TENSOR_NAMES.getFirst())) {
      throw new ModelFormatException(
          graph,
          "has no tensor "
              + EmbeddingTable.TENSOR_NAMES.getFirst()
              + " that could be shared: choose a transformer that was exported with its own"
              + " vocabulary");
    }
    return new SharedVocabulary(
        EmbeddingTable.TENSOR_NAMES.stream().filter(found::containsKey).map(found::get).toList());
  }

  List<Initializer> tensors() {
    return tensors;
  }

  /** Returns the format of the table. */
  VocabularyFormat format() {
    return switch (tensors.getFirst().type()) {
      case INT4 -> VocabularyFormat.INT4;
      case INT8 -> VocabularyFormat.INT8;
      default -> VocabularyFormat.FP32;
    };
  }

  /** Returns the number of bytes that {@link #appendTo} writes. */
  long size() {
    return GraphWriter.appendixSize(tensors);
  }

  /**
   * Completes a graph that omits the vocabulary.
   *
   * @param out the stream to which the graph has been written
   * @return the checksum of the tensors, see {@link #checksum}
   */
  String appendTo(OutputStream out) throws IOException {
    MessageDigest digest = Checksums.sha256();
    GraphWriter.append(tensors.stream().map(tensor -> digesting(tensor, digest)).toList(), out);
    return Checksums.hex(digest);
  }

  /** Completes a graph like {@link #appendTo}, without a checksum of what it writes. */
  void appendUnchecked(OutputStream out) throws IOException {
    GraphWriter.append(tensors, out);
  }

  /**
   * Returns the checksum of the tensors: of their names, types, shapes and values. Reads all of
   * them.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  String checksum() {
    try {
      return appendTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Initializer digesting(Initializer tensor, MessageDigest digest) {
    String description =
        tensor.name() + "\0" + tensor.type() + "\0" + Arrays.toString(tensor.shape()) + "\0";
    return new Initializer(
        tensor.name(),
        tensor.type(),
        tensor.shape(),
        tensor.bytes(),
        out -> {
          digest.update(description.getBytes(StandardCharsets.UTF_8));
          tensor.content().writeTo(new DigestOutputStream(out, digest));
        });
  }
}
