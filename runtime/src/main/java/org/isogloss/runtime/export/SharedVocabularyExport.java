// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Writes model folders for inference that use the vocabulary of another model. The vocabulary is
 * the larger part of a multilingual model. The tokenizer and the word embedding are those of the
 * other model, the manifest refers to it, and the graph is completed when it is opened. The word
 * embedding must be unchanged from that of the other model.
 */
public final class SharedVocabularyExport {
  private final ModelFolder model;
  private final ModelFolder vocabularyModel;
  private final String name;
  private final SharedVocabulary vocabulary;

  private SharedVocabularyExport(ModelFolder model, ModelFolder vocabularyModel, String name) {
    this.model = model;
    this.vocabularyModel = vocabularyModel;
    this.name = name;
    this.vocabulary = SharedVocabulary.of(vocabularyModel);
  }

  /**
   * Writes a folder.
   *
   * @param vocabularyModel the model whose graph contains the vocabulary
   * @param vocabularyModelName the folder or the shipped name of the vocabulary model
   * @param folder must not exist or be empty
   * @param options the export options, except that the vocabulary format is that of the vocabulary
   *     model and a single file is written
   * @throws IsoglossException if the folder exists and is not empty, or the tokenizer or the word
   *     embedding differs from that of the vocabulary model; the message states which rows differ
   */
  public static void write(
      ModelFolder model,
      ModelFolder vocabularyModel,
      String vocabularyModelName,
      Path folder,
      OnnxExportOptions options) {
    requireNonNull(vocabularyModelName, "vocabularyModelName is null");
    new SharedVocabularyExport(model, vocabularyModel, vocabularyModelName).write(folder, options);
  }

  private void write(Path folder, OnnxExportOptions options) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    String tokenizer = vocabularyModel.tokenizerChecksum();
    if (!model.tokenizerChecksum().equals(tokenizer)) {
      throw new IsoglossException(
          model.path()
              + ": its tokenizer files differ from those of "
              + vocabularyModel.path()
              + ", so it cannot use that vocabulary: export it with its own vocabulary, or choose"
              + " the model from which it was trained");
    }
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      GraphBuilder graph =
          OnnxExport.graph(model, weights, options.withVocabulary(vocabulary.format()));
      String vectors = vocabulary.checksum();
      SharedVocabulary ownVocabulary =
          new SharedVocabulary(
              graph.initializers().stream()
                  .filter(tensor -> EmbeddingTable.TENSOR_NAMES.contains(tensor.name()))
                  .toList());
      if (!ownVocabulary.checksum().equals(vectors)) {
        requireSame(ownVocabulary.tensors(), weights);
      }
      graph.removeInitializers(EmbeddingTable.TENSOR_NAMES);
      VocabularyReference borrowed =
          new VocabularyReference(relativeModelName(folder), tokenizer, vectors);
      AtomicFolder.create(
          folder,
          staging -> {
            OnnxExport.copyServingFiles(
                model, staging, file -> !VocabularyReference.isTokenizerFile(file));
            model.manifest().withVocabulary(borrowed).write(staging);
            Path file = staging.resolve(OnnxExport.FOLDER).resolve(options.precision().fileName());
            Files.createDirectories(file.getParent());
            new GraphWriter(graph, file).writeSingleFile();
          });
    }
  }

  /** Returns the name of the vocabulary model relative to the new folder. */
  private String relativeModelName(Path folder) {
    Path vocabularyFolder = Path.of(name);
    return Files.isDirectory(vocabularyFolder)
        ? folder
            .toAbsolutePath()
            .normalize()
            .getParent()
            .relativize(vocabularyFolder.toAbsolutePath().normalize())
            .toString()
        : name;
  }

  private void requireSame(List<Initializer> ownVocabulary, TransformerWeights weights) {
    List<Initializer> expected = vocabulary.tensors();
    if (!describe(ownVocabulary).equals(describe(expected))) {
      throw new IsoglossException(
          "the word embedding of "
              + model.path()
              + " is "
              + describe(ownVocabulary)
              + ", that of "
              + vocabularyModel.path()
              + " "
              + describe(expected)
              + ": only a model with the same vocabulary can use it");
    }
    TransformerConfig config = model.transformerConfig();
    Initializer trained =
        new EmbeddingTable(weights, config.vocabularySize(), config.embeddingSize()).floats();
    int[] rows = VocabularyComparison.differingRows(trained, ownVocabulary, expected);
    if (rows.length > 0) {
      throw new IsoglossException(
          "the word embedding of "
              + model.path()
              + " differs from that of "
              + vocabularyModel.path()
              + ": "
              + rows.length
              + " of "
              + ownVocabulary.getFirst().shape()[0]
              + " rows differ, first the row of token "
              + rows[0]
              + " (\""
              + vocabularyModel.tokenizer().token(rows[0])
              + "\"); train the model with a fixed word embedding, or export it with its"
              + " own vocabulary");
    }
  }

  private static String describe(List<Initializer> tensors) {
    Initializer rows = tensors.getFirst();
    return rows.type() + " " + Arrays.toString(rows.shape());
  }
}
