// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * Exports a translation model as two ONNX graphs. {@link Part#ENCODER} reads source sentences once;
 * {@link Part#DECODER} computes one step of the decoder with the keys and values of the tokens
 * before it, so that a step does not depend on the length of the translation in anything but
 * attention.
 *
 * <p>The graphs work on S sentences of at most T tokens and on H hypotheses for each of them, R = S
 * H rows in all, those of a sentence one after the other. For each layer i of the decoder:
 *
 * <pre>
 * encoder  input_ids, attention_mask      int64 [S, T]
 *       -> cross_keys_i                   float [S, heads, head size, T]
 *          cross_values_i                 float [S, heads, T, head size]
 *          word_similarities              float [S, vocabulary], scaled, if the model has them
 * decoder  tokens, order                  int64 [R]: the last token of each row, and the row of the
 *                                         step before that it continues
 *          count                          int64 [1]: number of candidates, C
 *          source_mask                    float [S, 1, 1, T]: 0 for tokens, a large negative number
 *                                         for padding
 *          past_keys_i, past_values_i     float [R, heads, head size, P], [R, heads, P, head size]
 *          and the outputs of the encoder
 *       -> candidates, log_probabilities  int64 and float [R, C], the most probable ones first
 *          keys_i, values_i               the past of the next step, P + 1 tokens
 *          logits                         float [R, vocabulary]
 * </pre>
 */
public final class TranslationExport {
  /** The graphs of a translation model. */
  public enum Part {
    ENCODER("translation_encoder"),
    DECODER("translation_decoder");

    private final String baseName;

    Part(String baseName) {
      this.baseName = baseName;
    }

    /** Returns the name of the file in the folder {@code onnx} of a model. */
    public String fileName(Precision precision) {
      return switch (precision) {
        case FP32 -> baseName + ".onnx";
        case INT8 -> baseName + "_int8.onnx";
      };
    }
  }

  private TranslationExport() {}

  /**
   * Writes both graphs to their standard locations in the model folder.
   *
   * @return the files that were written
   * @throws IsoglossException if the folder contains no translation model or is in a jar
   */
  public static List<Path> write(ModelFolder model, Precision precision) {
    if (!model.path().getFileSystem().equals(FileSystems.getDefault())) {
      throw new IsoglossException(
          model.path() + " is inside a jar, which cannot be changed: copy it to a folder");
    }
    List<Path> files = new ArrayList<>();
    for (Part part : Part.values()) {
      Path file = OnnxExport.graphFile(model, part.fileName(precision));
      write(model, part, file, precision);
      files.add(file);
    }
    return files;
  }

  /**
   * Writes one graph.
   *
   * @param file the file to write; parent folders are created, and an existing file is replaced
   */
  public static void write(ModelFolder model, Part part, Path file, Precision precision) {
    try (TranslationFiles files = TranslationFiles.open(model);
        TransformerWeights encoder = TransformerWeights.open(model)) {
      GraphBuilder graph = new GraphBuilder(part.baseName);
      TransformerWeights decoder = TransformerWeights.of(files.weights());
      switch (part) {
        case ENCODER ->
            new TranslationEncoderGraph(graph, model, files, encoder, decoder, precision).build();
        case DECODER ->
            new TranslationDecoderGraph(graph, model.transformerConfig(), files, decoder, precision)
                .build();
      }
      Files.createDirectories(file.toAbsolutePath().getParent());
      new GraphWriter(graph, file).writeWithExternalData();
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  static MatMulBuilder matMul(GraphBuilder graph, TransformerWeights weights, Precision precision) {
    return switch (precision) {
      case FP32 -> new Fp32MatMulBuilder(graph, weights);
      case INT8 -> new Int8MatMulBuilder(graph, weights);
    };
  }

  static VocabularyFormat vocabulary(Precision precision) {
    return precision == Precision.FP32 ? VocabularyFormat.FP32 : VocabularyFormat.INT8;
  }
}
