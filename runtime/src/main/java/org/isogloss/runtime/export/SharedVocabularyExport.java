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
 * Writes model folders that are only served and leave their vocabulary, the larger part of a
 * multilingual model, to another model: tokenizer and word embedding are that model's, the manifest
 * names it, and the graph is made whole when it is opened. For models that were trained from the
 * other one with its word embedding as it was.
 */
public final class SharedVocabularyExport {
  private final ModelFolder model;
  private final ModelFolder vocabularyModel;
  private final String name;
  private final SharedVocabulary vocabulary;

  private SharedVocabularyExport(ModelFolder model, ModelFolder lender, String name) {
    this.model = model;
    this.vocabularyModel = lender;
    this.name = name;
    this.vocabulary = SharedVocabulary.of(lender);
  }

  /**
   * Writes a folder.
   *
   * @param vocabularyModel has a graph, in which the vocabulary is
   * @param vocabularyModelName where the lender is, a folder or the name of a shipped model
   * @param folder must not exist, or be empty
   * @param options but for the vocabulary's format, which is the lender's, and the files, of which
   *     there will be one
   * @throws IsoglossException if the place is taken, or tokenizer or word embedding are not the
   *     lender's: the message says which rows are not
   */
  public static void write(
      ModelFolder model,
      ModelFolder vocabularyModel,
      String vocabularyModelName,
      Path folder,
      OnnxExportOptions options) {
    requireNonNull(vocabularyModelName, "name is null");
    new SharedVocabularyExport(model, vocabularyModel, vocabularyModelName).write(folder, options);
  }

  private void write(Path folder, OnnxExportOptions options) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    String tokenizer = vocabularyModel.tokenizerChecksum();
    if (!model.tokenizerChecksum().equals(tokenizer)) {
      throw new IsoglossException(
          model.path()
              + ": its tokenizer's files are not those of "
              + vocabularyModel.path()
              + ", so it cannot borrow that vocabulary: leave --vocabulary-of out, or name the"
              + " model that it was trained from");
    }
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      GraphBuilder graph =
          OnnxExport.graph(model, weights, options.withVocabulary(vocabulary.format()));
      String vectors = vocabulary.checksum();
      SharedVocabulary own =
          new SharedVocabulary(
              graph.initializers().stream()
                  .filter(tensor -> EmbeddingTable.TENSOR_NAMES.contains(tensor.name()))
                  .toList());
      if (!own.checksum().equals(vectors)) {
        requireSame(own.tensors(), weights);
      }
      graph.removeInitializers(EmbeddingTable.TENSOR_NAMES);
      VocabularyReference borrowed =
          new VocabularyReference(relativeModelName(folder), tokenizer, vectors);
      AtomicFolder.create(
          folder,
          made -> {
            OnnxExport.copyServingFiles(
                model, made, file -> !VocabularyReference.isTokenizerFile(file));
            model.manifest().withVocabulary(borrowed).write(made);
            Path file = made.resolve(OnnxExport.FOLDER).resolve(options.precision().fileName());
            Files.createDirectories(file.getParent());
            new GraphWriter(graph, file).writeSingleFile();
          });
    }
  }

  /** How the lender is called from the folder that is written. */
  private String relativeModelName(Path folder) {
    Path lenders = Path.of(name);
    return Files.isDirectory(lenders)
        ? folder
            .toAbsolutePath()
            .normalize()
            .getParent()
            .relativize(lenders.toAbsolutePath().normalize())
            .toString()
        : name;
  }

  private void requireSame(List<Initializer> own, TransformerWeights weights) {
    List<Initializer> theirs = vocabulary.tensors();
    if (!describe(own).equals(describe(theirs))) {
      throw new IsoglossException(
          "the word embedding of "
              + model.path()
              + " is "
              + describe(own)
              + ", that of "
              + vocabularyModel.path()
              + " "
              + describe(theirs)
              + ": only a model with the same vocabulary can borrow it");
    }
    TransformerConfig config = model.transformerConfig();
    Initializer trained =
        new EmbeddingTable(weights, config.vocabularySize(), config.embeddingSize()).floats();
    int[] rows = VocabularyComparison.differingRows(trained, own, theirs);
    if (rows.length > 0) {
      throw new IsoglossException(
          "the word embedding of "
              + model.path()
              + " is not that of "
              + vocabularyModel.path()
              + ": "
              + rows.length
              + " of "
              + own.getFirst().shape()[0]
              + " rows differ, the first is that of piece "
              + rows[0]
              + " (\""
              + vocabularyModel.tokenizer().token(rows[0])
              + "\"); train it with the word embedding as it is, or export it without"
              + " --vocabulary-of");
    }
  }

  private static String describe(List<Initializer> tensors) {
    Initializer rows = tensors.getFirst();
    return rows.type() + " " + Arrays.toString(rows.shape());
  }
}
