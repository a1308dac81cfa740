// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.neural.staticencoder.TransformerLayerAddition;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model add-layers}. */
@Command(
    name = "add-layers",
    mixinStandardHelpOptions = true,
    description = {
      "Add transformer layers to a static encoder, as the start of a training.",
      "",
      "At first the transformer computes nearly the same vectors: its word embedding is that of the static"
          + " encoder, and its first attention weights the tokens as the static encoder does. The"
          + " other weights are small and random."
    })
final class ModelAddLayersCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "MODEL",
      description = "A folder of a static encoder, or the name of a shipped one.")
  private String from;

  @Option(names = "--layers", required = true, paramLabel = "N", description = "Number of layers.")
  private int layers;

  @Option(
      names = "--head-size",
      paramLabel = "N",
      description = "Width of an attention head (default: ${DEFAULT-VALUE}).")
  private int headSize = 64;

  @Option(
      names = "--taught",
      paramLabel = "DIR",
      description =
          "A folder with texts.txt, one text on each line, and texts.npy, the vectors of a teacher,"
              + " as isogloss encode writes them. The transformer gets the width of the teacher,"
              + " and the word vectors are rotated so that the vectors of the texts are as close as"
              + " possible to the teacher's. Without it, the width is the next multiple of the head"
              + " size.")
  private Optional<Path> taught = Optional.empty();

  @Option(names = "--query-prefix", paramLabel = "TEXT", description = "Prefix of every query.")
  private String queryPrefix = "";

  @Option(names = "--passage-prefix", paramLabel = "TEXT", description = "Prefix of every passage.")
  private String passagePrefix = "";

  @Option(
      names = "--max-length",
      paramLabel = "N",
      description =
          "Maximum number of tokens of a text, including special tokens (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxLength = 512;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the new weights (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private DerivedModelOptions derived;

  ModelAddLayersCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--layers", layers);
    OptionValidation.requireOneOrMore("--head-size", headSize);
    OptionValidation.requireOneOrMore("--max-length", maxLength);
    try (ModelFolder folder = ModelFolder.open(from)) {
      TransformerConfig config =
          new TransformerLayerAddition(
                  layers,
                  headSize,
                  seed,
                  new EncodingSettings(queryPrefix, passagePrefix, maxLength, Pooling.MEAN))
              .apply(folder, taught, derived.folder(), derived.name());
      console.printRow("tokens", Console.formatCount(config.vocabularySize()));
      console.printRow("width", Integer.toString(config.hiddenSize()));
      console.printRow("layers", config.layers() + " with " + config.heads() + " heads each");
    }
    console.note("Wrote " + derived.folder());
    return 0;
  }
}
