// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tensorflow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * Converts Google's original BERT, a TensorFlow SavedModel, to a Hugging Face folder: tensors are
 * renamed ({@code bert.encoder.layer.0.attention.self.query.weight} for {@code
 * module/bert/encoder/layer_0/attention/self/query/kernel}), and every kernel {@code [in, out]} is
 * transposed to a weight {@code [out, in]}.
 */
public final class TensorFlowBert {
  private static final String KERNEL = "/kernel";

  private final TensorFlowBundle bundle;
  private final FetchListener listener;
  private final AtomicLong written = new AtomicLong();

  private TensorFlowBert(TensorFlowBundle bundle, FetchListener listener) {
    this.bundle = bundle;
    this.listener = listener;
  }

  /**
   * Converts a model.
   *
   * @param savedModel a folder with {@code variables/} and {@code assets/vocab.txt}
   * @param heads number of attention heads, which cannot be derived from the tensors
   * @param folder destination of the Hugging Face files
   */
  public static void convert(Path savedModel, int heads, Path folder, FetchListener listener) {
    List<String> vocabulary = vocabulary(savedModel.resolve("assets/vocab.txt"));
    try (TensorFlowBundle bundle =
        TensorFlowBundle.open(savedModel.resolve("variables/variables.index"))) {
      TransformerConfig config = config(bundle.tensors(), heads);
      if (vocabulary.size() != config.vocabularySize()) {
        throw new ModelFormatException(
            savedModel.resolve("assets/vocab.txt"),
            "has " + vocabulary.size() + " tokens, but the model has " + config.vocabularySize());
      }
      new TensorFlowBert(bundle, listener).writeWeights(folder.resolve(Safetensors.FILE));
      config.write(folder, TransformerHead.MASKED_LANGUAGE_MODEL, List.of());
      TokenizerFiles.write(folder, vocabulary, WordPieceOptions.CASED, config.maxLength());
    }
  }

  private static List<String> vocabulary(Path file) {
    try {
      // Not read by lines: some tokens are characters that are line terminators in Unicode.
      String all = Files.readString(file);
      return List.of((all.endsWith("\n") ? all.substring(0, all.length() - 1) : all).split("\n"));
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  /** Maps the names of Hugging Face to the names of the same tensors in TensorFlow. */
  static Map<String, String> tensorNames(Iterable<String> tensorFlowNames) {
    Map<String, String> names = new TreeMap<>();
    for (String name : tensorFlowNames) {
      String canonicalName =
          name.replaceFirst("^module/", "")
              .replaceFirst("/layer_([0-9]+)/", "/layer/$1/")
              .replaceFirst("/(kernel|gamma)$", "/weight")
              .replaceFirst("/(beta|output_bias)$", "/bias")
              .replaceFirst("_embeddings$", "_embeddings/weight")
              .replace('/', '.');
      names.put(canonicalName, name);
    }
    return names;
  }

  private static TransformerConfig config(Map<String, TensorInfo> tensors, int heads) {
    Map<String, String> names = tensorNames(tensors.keySet());
    TensorInfo words = require(tensors, names, "embeddings.word_embeddings.weight", 2);
    TensorInfo positions = require(tensors, names, "embeddings.position_embeddings.weight", 2);
    TensorInfo types = require(tensors, names, "embeddings.token_type_embeddings.weight", 2);
    TensorInfo intermediate = require(tensors, names, "encoder.layer.0.intermediate.dense.bias", 1);
    int layers = 0;
    while (names.containsKey("bert.encoder.layer." + layers + ".output.dense.weight")) {
      layers++;
    }
    return new TransformerConfig(
        TransformerConfig.Family.BERT,
        words.size(0),
        words.size(1),
        words.size(1),
        layers,
        heads,
        intermediate.size(0),
        positions.size(0),
        types.size(0),
        Activation.GELU_TANH,
        1e-12,
        0);
  }

  private static TensorInfo require(
      Map<String, TensorInfo> tensors, Map<String, String> names, String name, int dimensions) {
    TensorInfo found = tensors.get(names.getOrDefault("bert." + name, ""));
    if (found == null || found.shape().size() != dimensions) {
      throw new IsoglossException(
          "the SavedModel has no tensor "
              + name
              + " of "
              + dimensions
              + " dimensions: is it a BERT model?");
    }
    return found;
  }

  private void writeWeights(Path file) {
    SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
    long total = bundle.tensors().values().stream().mapToLong(TensorInfo::byteSize).sum();
    tensorNames(bundle.tensors().keySet())
        .forEach(
            (canonicalName, tensorFlowName) -> {
              TensorInfo from = bundle.tensors().get(tensorFlowName);
              boolean transposed = tensorFlowName.endsWith(KERNEL);
              TensorInfo to =
                  new TensorInfo(
                      canonicalName,
                      from.type(),
                      transposed ? from.shape().reversed() : from.shape());
              writer.add(
                  to,
                  out -> {
                    if (transposed) {
                      out.floats(transposed(tensorFlowName, from.size(0), from.size(1)));
                    } else {
                      for (ByteBuffer chunk : bundle.chunks(tensorFlowName)) {
                        out.bytes(chunk);
                      }
                    }
                    listener.progress(written.addAndGet(to.byteSize()), total);
                  });
            });
    writer.write(file);
  }

  private float[] transposed(String name, int rows, int columns) {
    FloatBuffer from = FloatBuffer.allocate(rows * columns);
    for (ByteBuffer chunk : bundle.chunks(name)) {
      from.put(chunk.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
    }
    float[] matrix = from.array();
    float[] transposed = new float[matrix.length];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        transposed[column * rows + row] = matrix[row * columns + column];
      }
    }
    return transposed;
  }
}
