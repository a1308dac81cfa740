// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.TrainableModels;
import org.isogloss.measure.TextTable;
import org.isogloss.neural.biencoder.TermSimilarities;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model similarities}. */
@Command(
    name = "similarities",
    mixinStandardHelpOptions = true,
    description =
        "Print the cosines of the vector of a query with those of a document and of each of its"
            + " tokens, by one or more transformer encoders: which words a model places near each"
            + " other.")
final class ModelSimilaritiesCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Folders of transformer encoders, or names of shipped ones such as compact; all with the"
              + " same vocabulary.")
  private List<Path> models;

  @Option(names = "--query", required = true, paramLabel = "TEXT", description = "The query.")
  private String query;

  @Option(
      names = "--document",
      required = true,
      paramLabel = "TEXT",
      description = "The document, in any language.")
  private String document;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      description = "Read the first N tokens of the document (default: ${DEFAULT-VALUE}).")
  private int tokens = 128;

  ModelSimilaritiesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--tokens", tokens);
    List<TermSimilarities> found = similarities();
    List<String> terms = found.getFirst().terms();
    for (int i = 0; i < models.size(); i++) {
      if (!found.get(i).terms().equals(terms)) {
        throw new IsoglossException(
            models.get(i)
                + " splits the document into other tokens than "
                + models.getFirst()
                + ": give models with the same vocabulary and length, or one at a time");
      }
    }
    List<String> header = new ArrayList<>(List.of(""));
    models.forEach(model -> header.add(model.getFileName().toString()));
    TextTable table = new TextTable(header);
    table.row(
        Stream.concat(
                Stream.of("the whole document"), found.stream().map(one -> format(one.document())))
            .toList());
    for (int term = 0; term < terms.size(); term++) {
      List<String> row = new ArrayList<>(List.of(terms.get(term)));
      for (TermSimilarities one : found) {
        row.add(format(one.cosines()[term]));
      }
      table.row(row);
    }
    console.print(table.toString().stripTrailing());
    return 0;
  }

  private List<TermSimilarities> similarities() {
    Path restored;
    try {
      restored = Files.createTempDirectory("isogloss-models");
    } catch (IOException e) {
      throw FileErrors.cannotWrite(Path.of(System.getProperty("java.io.tmpdir")), e);
    }
    try {
      TrainableModels trainable =
          new TrainableModels(
              restored.resolve("shipped"),
              folder -> console.note("Restoring the shipped model " + folder.getFileName()));
      return models.stream()
          .map(model -> TermSimilarities.of(trainable.apply(model), query, document, tokens))
          .toList();
    } finally {
      FolderTree.deleteIfExists(restored);
    }
  }

  private static String format(double cosine) {
    return String.format(Locale.ROOT, "%.4f", cosine);
  }
}
