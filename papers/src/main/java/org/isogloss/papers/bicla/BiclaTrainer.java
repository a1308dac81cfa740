// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.bicla.SharedWordTables;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.PaperResources;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains BiCLA and InAtt with the settings of the paper (section 4.1). */
final class BiclaTrainer {
  private final BiclaSetup setup;
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
  BiclaTrainer(BiclaSetup setup, BiclaEvaluation evaluation) {
    this.setup = setup;
    BiclaResources resources = new BiclaResources(setup);
    Map<String, Path> vectors = resources.vectors(evaluation::words);
    Map<String, Path> dictionaries = resources.dictionaries();
    PaperOptions options = setup.options();
    boolean centred = options.has(BiclaPaper.CENTRED) && !dictionaries.isEmpty();
    String text =
        PaperResources.text(BiclaPaper.class, "recipe.yaml")
            .replace("${files}", flowMapping(vectors))
            .replace("${dictionaries}", flowMapping(dictionaries))
            .replace("${centred}", Boolean.toString(centred));
    Map<String, String> variables = new HashMap<>(setup.sizes().variables());
    variables.put("seed", Long.toString(options.seed()));
    List<String> overrides = new ArrayList<>(BiclaPaper.reading(options).overrides());
    overrides.addAll(options.overrides());
    recipe = new RecipeTemplate<>(text, BiclaRecipe.class, variables, overrides);
    recipe.read("bicla", variables(ANY));
    baselines = new RecipeTemplate<>(text, BiclaRecipe.class, variables, options.overrides());
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
    Path data = setup.options().data();
    LanguagePair languages = training.pair().languages();
    return Map.of(
        "name", name(training),
        "first", languages.source().code(),
        "second", languages.target().code(),
        "bitext", data.resolve("bitext").toString(),
        "documentation", data.resolve("help").toString(),
        "max-pairs", Integer.toString(training.maxPairs()),
        "attention", training.variant().attention().name().toLowerCase(Locale.ROOT));
  }

  /** Returns the name of a training, of its model and its log. */
  String name(Training training) {
    String name = training.variant().name().toLowerCase(Locale.ROOT) + "-" + training.pair().key();
    return training.maxPairs() == setup.sizes().count("pairs")
        ? name
        : name + "-" + training.maxPairs();
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(Training training) {
    return setup.runner().train(name(training), recipe, () -> variables(training));
  }

  /** Returns the words of all languages for the baselines, in one space. */
  List<WordTable> wordTables() {
    BiclaRecipe read = baselines.read("bicla", variables(ANY));
    return new ArrayList<>(
        SharedWordTables.read(read.vectors(), setup.listener().trainingListener()));
  }
}
