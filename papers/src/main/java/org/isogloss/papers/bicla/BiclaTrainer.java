// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.bicla.SharedWordTables;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains BiCLA and InAtt with the settings of the paper (section 4.1). */
final class BiclaTrainer {
  private final ExperimentRunner runner;
  private final RecipeTemplate<BiclaRecipe> recipe;

  /** The recipe with the words of the baselines, which do not depend on the network. */
  private final RecipeTemplate<BiclaRecipe> baselines;

  /**
   * One training.
   *
   * @param maxPairs maximum number of training pairs
   */
  record Training(BiclaVariant variant, BiclaPairName pair, int maxPairs) {}

  /** The words are read by any of them. */
  private static final Training ANY = new Training(BiclaVariant.BICLA, BiclaPairName.DE_EN, 100);

  /**
   * Creates a trainer; word vectors and dictionaries are made if they do not exist.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  BiclaTrainer(ExperimentRunner runner, BiclaEvaluation evaluation) {
    this.runner = runner;
    BiclaResources resources = new BiclaResources(runner);
    Map<String, Path> vectors = resources.vectors(evaluation::words);
    Map<String, Path> dictionaries = resources.dictionaries();
    boolean centred = runner.options().has("centred") && !dictionaries.isEmpty();
    String text =
        PaperResources.text(BiclaPaper.class, "recipe.yaml")
            .replace("${files}", flowMapping(vectors))
            .replace("${dictionaries}", flowMapping(dictionaries))
            .replace("${centred}", Boolean.toString(centred))
            .replace("${documentation}", documentation());
    PaperOptions options = runner.options();
    List<String> overrides = new ArrayList<>(BiclaPaper.reading(options).overrides());
    overrides.addAll(options.overrides());
    recipe = runner.recipe(text, BiclaRecipe.class, Map.of(), overrides);
    recipe.read("bicla", variables(ANY));
    baselines = runner.recipe(text, BiclaRecipe.class, Map.of(), options.overrides());
  }

  /** Returns the key of the documentation of a recipe, if the data has one. */
  private String documentation() {
    return Files.isDirectory(runner.options().data().resolve("help"))
        ? "documentation: \"${data}/help\""
        : "";
  }

  private static String flowMapping(Map<String, Path> files) {
    return files.entrySet().stream()
        .map(file -> file.getKey() + ": '" + file.getValue().toString().replace("'", "''") + "'")
        .collect(Collectors.joining(", "));
  }

  /** Returns the recipe of all trainings. */
  RecipeTemplate<BiclaRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(Training training) {
    LanguagePair languages = training.pair().languages();
    return Map.of(
        "first", languages.source().code(),
        "second", languages.target().code(),
        "max-pairs", Integer.toString(training.maxPairs()),
        "attention", training.variant().attention().name().toLowerCase(Locale.ROOT));
  }

  /** Returns the name of a training, of its model and its log. */
  String name(Training training) {
    String name = training.variant().name().toLowerCase(Locale.ROOT) + "-" + training.pair().key();
    return training.maxPairs() == runner.sizes().count("pairs")
        ? name
        : name + "-" + training.maxPairs();
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(Training training) {
    return runner.train(name(training), recipe, () -> variables(training));
  }

  /** Returns the words of all languages for the baselines, in one space. */
  List<WordTable> wordTables() {
    BiclaRecipe read = baselines.read("bicla", variables(ANY));
    return new ArrayList<>(
        SharedWordTables.read(read.vectors(), runner.listener().trainingListener()));
  }
}
