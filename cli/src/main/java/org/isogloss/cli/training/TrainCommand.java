// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.StaticEncoderRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.translation.TranslationRecipe;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss train}. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Train a model as a recipe describes, and write it as a model folder.",
      "",
      "The recipe's kind selects the model: static, bi-encoder, sparse-encoder, cross-encoder,"
          + " hictl, bicla, classifier, tagger, answers, translation.",
      "",
      "The same command with the same --work continues an interrupted run at its last"
          + " checkpoint. The folder --work also receives the log (training.jsonl) and the curves of"
          + " loss and validation (training.html)."
    })
public final class TrainCommand implements Callable<Integer> {
  private static final String STATIC = "static";

  private static final Map<String, Class<? extends Record>> KINDS =
      Map.of(
          STATIC,
          StaticEncoderRecipe.class,
          "bicla",
          BiclaRecipe.class,
          "bi-encoder",
          BiEncoderRecipe.class,
          "sparse-encoder",
          SparseEncoderRecipe.class,
          "cross-encoder",
          CrossEncoderRecipe.class,
          "hictl",
          HictlRecipe.class,
          "classifier",
          ClassifierRecipe.class,
          "tagger",
          TaggerRecipe.class,
          "answers",
          AnswersRecipe.class,
          "translation",
          TranslationRecipe.class);

  private final Console console;

  @Parameters(paramLabel = "RECIPE", description = "A YAML file, such as recipes/tiny.yaml.")
  private Path recipeFile;

  @Option(
      names = "--new",
      paramLabel = "static|bi-encoder|sparse-encoder|classifier",
      description =
          "Train nothing: write a commented recipe of this kind to RECIPE, which runs with your data.")
  private String newKind;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Write the model to this folder; required unless --new is given.")
  private Path folder;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder of checkpoints (default: next to the model folder).")
  private Path work;

  @Option(names = "--data", paramLabel = "DIR", description = "Value of $${data} in the recipe.")
  private Path data;

  @Option(
      names = "--define",
      paramLabel = "NAME=VALUE",
      description =
          "Value of $${NAME} in the recipe, such as base=DIR or base=compact, the name of a"
              + " shipped model; may be repeated.")
  private Map<String, String> variables = Map.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a key of the recipe, such as training.steps=100; may be repeated.")
  private List<String> overrides = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one for each processor).")
  private Integer threads;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no progress.")
  private boolean quiet;

  TrainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.quiet(quiet);
    if (newKind != null) {
      NewRecipe.write(newKind, recipeFile);
      console.note(
          "Wrote the recipe to "
              + OutputFileValidator.displayName(recipeFile)
              + "; its first lines state how to use it");
      return 0;
    }
    if (folder == null) {
      throw new IsoglossException("--to DIR is missing: the folder of the trained model");
    }
    Map<String, String> known = new HashMap<>(variables);
    if (data != null) {
      known.put("data", data.toString());
    }
    Path workFolder = workFolder();
    ShippedModels shipped = new ShippedModels(workFolder.resolve("shipped"), console);
    RecipeReader reader = new RecipeReader(known, overrides).withPathResolver(shipped);
    Recipe recipe = reader.read(recipeFile, KINDS, STATIC);
    console.note("Training " + recipe.name() + ", seed " + recipe.seed());
    if (threads != null) {
      OptionValidation.requireOneOrMore("--threads", threads);
      Torch.setThreads(threads);
    }
    Path log = workFolder.resolve("training.jsonl");
    TrainingListener listener =
        TrainingListener.all(List.of(new TrainingLog(log), new TrainingProgressPrinter(console)));
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      TrainingListener stopping = TrainingListener.all(List.of(listener, stop));
      OptionHint.run(
          "--work DIR",
          OptionHint.concerning(workFolder),
          () -> recipe.train(workFolder, folder, reader.effectiveText(recipeFile), stopping));
    }
    Path curves = workFolder.resolve("training.html");
    TrainingLogReport.toReport(recipe, log).write(curves);
    console.note("Wrote " + folder + "; the curves of its training are in " + curves);
    return 0;
  }

  private Path workFolder() {
    if (work != null) {
      return work;
    }
    Path name = folder.toAbsolutePath().normalize().getFileName();
    if (name == null) {
      throw new IsoglossException(
          "--to " + folder + " has no name: expected a folder to be created");
    }
    return folder.resolveSibling(name + ".work");
  }
}
