package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.AtomicFolder;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.BorrowedVocabulary;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.TransformerConfig;
import org.isogloss.model.TransformerWeights;

/**
 * Writes model folders that are only served and leave their vocabulary, the larger part of a
 * multilingual model, to another model: tokenizer and word embedding are that model's, the manifest
 * names it, and the graph is made whole when it is opened. For models that were trained from the
 * other one with its word embedding as it was.
 */
public final class BorrowingExport {
  private final ModelFolder model;
  private final ModelFolder lender;
  private final String name;
  private final SharedVocabulary vocabulary;

  private BorrowingExport(ModelFolder model, ModelFolder lender, String name) {
    this.model = model;
    this.lender = lender;
    this.name = name;
    this.vocabulary = SharedVocabulary.of(lender);
  }

  /**
   * Writes a folder.
   *
   * @param lender has a graph, in which the vocabulary is
   * @param name where the lender is, a folder or the name of a shipped model
   * @param folder must not exist, or be empty
   * @param options but for the vocabulary's format, which is the lender's, and the files, of which
   *     there will be one
   * @throws IsoglossException if the place is taken, or tokenizer or word embedding are not the
   *     lender's: the message says which rows are not
   */
  public static void write(
      ModelFolder model, ModelFolder lender, String name, Path folder, OnnxExportOptions options) {
    requireNonNull(name, "name is null");
    new BorrowingExport(model, lender, name).write(folder, options);
  }

  private void write(Path folder, OnnxExportOptions options) {
    AtomicFolder.requireFree(folder);
    String tokenizer = lender.tokenizerChecksum();
    if (!model.tokenizerChecksum().equals(tokenizer)) {
      throw new IsoglossException(
          model.path()
              + ": its tokenizer's files are not those of "
              + lender.path()
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
                  .filter(tensor -> VocabularyTable.TENSORS.contains(tensor.name()))
                  .toList());
      if (!own.checksum().equals(vectors)) {
        requireSame(own.tensors(), weights);
      }
      graph.leaveOut(VocabularyTable.TENSORS);
      BorrowedVocabulary borrowed = new BorrowedVocabulary(from(folder), tokenizer, vectors);
      AtomicFolder.create(
          folder,
          made -> {
            OnnxExport.copyServed(model, made, file -> !BorrowedVocabulary.leavesOut(file));
            model.manifest().borrowing(borrowed).write(made);
            Path file = made.resolve(OnnxExport.FOLDER).resolve(options.precision().file());
            Files.createDirectories(file.getParent());
            new GraphWriter(graph, file).writeOneFile();
          });
    }
  }

  /** How the lender is called from the folder that is written. */
  private String from(Path folder) {
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
              + lender.path()
              + " "
              + describe(theirs)
              + ": only a model with the same vocabulary can borrow it");
    }
    TransformerConfig config = model.transformer();
    Initializer trained =
        new VocabularyTable(weights, config.vocabularySize(), config.embeddingSize()).floats();
    int[] rows = VocabularyRows.differing(trained, own, theirs);
    if (rows.length > 0) {
      throw new IsoglossException(
          "the word embedding of "
              + model.path()
              + " is not that of "
              + lender.path()
              + ": "
              + rows.length
              + " of "
              + own.getFirst().shape()[0]
              + " rows differ, the first is that of piece "
              + rows[0]
              + " (\""
              + lender.tokenizer().piece(rows[0])
              + "\"); train it with the word embedding as it is, or export it without"
              + " --vocabulary-of");
    }
  }

  private static String describe(List<Initializer> tensors) {
    Initializer rows = tensors.getFirst();
    return rows.type() + " " + Arrays.toString(rows.shape());
  }
}
