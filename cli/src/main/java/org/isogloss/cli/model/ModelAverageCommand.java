// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transform.ModelAverage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model average}. */
@Command(
    name = "average",
    mixinStandardHelpOptions = true,
    description = {
      "Average the weights of several transformers that were trained from the same model.",
      "",
      "States of one training, or of similar trainings, are often better together than each"
          + " alone; averaging with the initial model restores some of what training forgot."
    })
final class ModelAverageCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "2..*", paramLabel = "DIR", description = "Folders of transformers.")
  private List<Path> models;

  @Option(
      names = "--weights",
      split = ",",
      paramLabel = "W,W,...",
      description = "Weight of each model, in their order (default: equal).")
  private List<Double> weights;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Write the model to this folder.")
  private Path to;

  @Option(names = "--name", description = "Name of the model (default: that of the first one).")
  private String name;

  @Option(
      names = "--licence",
      paramLabel = "SPDX",
      description = "Licence of the model (default: that of the first one).")
  private String licence;

  ModelAverageCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<Double> counts =
        weights == null ? Collections.nCopies(models.size(), 1.0) : List.copyOf(weights);
    requireWeights(counts);
    AtomicFolder.requireAbsentOrEmpty(to);
    List<ModelFolder> opened = new ArrayList<>();
    try {
      models.forEach(model -> opened.add(ModelFolder.open(model)));
      ModelFolder first = opened.getFirst();
      new ModelAverage(opened, counts)
          .write(
              to,
              name == null ? first.manifest().name() : name,
              licence == null ? first.manifest().licence() : licence);
    } finally {
      opened.forEach(ModelFolder::close);
    }
    console.note("Wrote " + to);
    return 0;
  }

  private void requireWeights(List<Double> counts) {
    if (counts.size() != models.size()) {
      throw new IsoglossException(
          "--weights has "
              + counts.size()
              + " numbers, expected one for each of "
              + models.size()
              + " models");
    }
    for (double count : counts) {
      if (!(count > 0) || Double.isInfinite(count)) {
        throw new IsoglossException("--weights has " + count + ", expected numbers above 0");
      }
    }
  }
}
