// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.neural.compression.LayerPruning;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model cut}. */
@Command(
    name = "cut",
    mixinStandardHelpOptions = true,
    description = {
      "Make a transformer smaller: fewer layers, fewer neurons, or a low-rank word embedding.",
      "",
      "The result is worse than the original until it is trained again. A model with a low-rank"
          + " word embedding can be opened by Isogloss only, not by Python's transformers."
    })
final class ModelCutCommand implements Callable<Integer> {
  private final Console console;

  /** The layers to keep. */
  private static final class Layers {
    @Option(names = "--layers", paramLabel = "N", description = "Keep the first N layers.")
    private Integer first;

    @Option(
        names = "--keep-layers",
        split = ",",
        paramLabel = "I",
        description = "Keep these layers, counted from 0, such as 0,2,4.")
    private List<Integer> chosen;

    private List<Integer> kept() {
      if (chosen != null) {
        return chosen;
      }
      OptionValidation.requireOneOrMore("--layers", first);
      return IntStream.range(0, first).boxed().toList();
    }
  }

  @Parameters(paramLabel = "DIR", description = "A folder of a transformer.")
  private Path from;

  @ArgGroup private Layers layers;

  @Option(
      names = "--embedding-rank",
      paramLabel = "R",
      description =
          "Factorise the word embedding into two matrices of rank R, the best approximation of"
              + " that rank.")
  private Integer rank;

  @Option(
      names = "--neurons",
      paramLabel = "N",
      description =
          "Keep the N neurons of each feed-forward layer that have the largest weights (BERT and"
              + " RoBERTa).")
  private Integer neurons;

  @Mixin private DerivedModelOptions derived;

  ModelCutCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (layers == null && rank == null && neurons == null) {
      throw new IsoglossException(
          "nothing to cut: give --layers, --keep-layers, --neurons or --embedding-rank");
    }
    if (rank != null) {
      OptionValidation.requireOneOrMore("--embedding-rank", rank);
    }
    if (neurons != null) {
      OptionValidation.requireOneOrMore("--neurons", neurons);
    }
    try (ModelFolder folder = ModelFolder.open(from)) {
      LayerPruning.Report report = surgery().apply(folder, derived.folder(), derived.name());
      print(report);
      derived.printReduction(console, folder);
    }
    return 0;
  }

  private LayerPruning surgery() {
    try {
      return new LayerPruning(
          layers == null ? List.of() : layers.kept(),
          Optional.ofNullable(rank).orElse(0),
          Optional.ofNullable(neurons).orElse(0));
    } catch (IllegalArgumentException e) {
      throw new IsoglossException("--keep-layers: " + e.getMessage(), e);
    }
  }

  private void print(LayerPruning.Report report) {
    console.printRow(
        "layers", report.before().layers().size() + " -> " + report.after().layers().size());
    console.printRow("neurons", neurons(report.before()) + " -> " + neurons(report.after()));
    console.printRow(
        "embedding",
        report.before().embeddings().width() + " -> " + report.after().embeddings().width());
    console.printRow(
        "variance",
        String.format(
            Locale.ROOT, "%.4f of the embedding's squared norm kept", report.varianceKept()));
  }

  private static int neurons(EncoderArchitecture architecture) {
    return architecture.layers().getFirst().feedForward().width();
  }
}
