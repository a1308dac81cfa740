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
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.bicla.SharedWordTables;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains BiCLA and InAtt with the settings of the paper (section 4.1). */
final class BiclaTrainer {
  private static final String RECIPE =
      """
      name: "${name}"
      seed: "${seed}"
      languages: {first: "${first}", second: "${second}"}
      vectors:
        files: {${files}}
        dictionaries: {${dictionaries}}
        centred: ${centred}
      data:
        bitext: "${bitext}"
        documentation: "${documentation}"
        pivot: true
        max-pairs: "${max-pairs}"
        max-words: "${max-words}"
        held-out: "${held-out}"
      model: {attention: "${attention}", aggregation: "${aggregation}", hidden-size: "${hidden-size}"}
      negatives: {random: "${random}", nearest: "${nearest}", in-batch: "${shared}"}
      batches: {pairs: "${batch}"}
      objective: {margin: 1, regularisation: 1e-4}
      optimizer: {learning-rate: "${rate}", schedule: {kind: "${schedule}"}}
      training:
        steps: "${steps}"
        validate-every: "${validate-every}"
        patience: "${patience}"
        log-every: "${log-every}"
      """;

  private static final int HELD_OUT = 1000;

  private final BiclaOptions options;
  private final ExperimentFolder work;
  private final RecipeTemplate<BiclaRecipe> recipe;

  /**
   * Creates a trainer.
   *
   * @param vectors files of word vectors by language code
   * @param dictionaries files of dictionaries by language code; none if the vectors are in one
   *     space
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  BiclaTrainer(BiclaOptions options, Map<String, Path> vectors, Map<String, Path> dictionaries) {
    this.options = options;
    this.work = new ExperimentFolder(options.common());
    String text =
        RECIPE
            .replace("${files}", flowMapping(vectors))
            .replace("${dictionaries}", flowMapping(dictionaries))
            .replace("${centred}", Boolean.toString(options.centred() && !dictionaries.isEmpty()));
    Map<String, String> variables = new HashMap<>(options.sizes().variables());
    variables.put("seed", Long.toString(options.common().seed()));
    variables.put("held-out", Integer.toString(Math.min(HELD_OUT, options.sizes().pairs() / 10)));
    recipe = new RecipeTemplate<>(text, BiclaRecipe.class, variables, options.common().overrides());
    recipe.read("bicla", variables(BiclaVariant.BICLA, BiclaPairName.DE_EN, 100));
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

  private Map<String, String> variables(BiclaVariant variant, BiclaPairName pair, int maxPairs) {
    Path data = options.common().data();
    return Map.of(
        "name", name(variant, pair, maxPairs),
        "first", pair.languages().source().code(),
        "second", pair.languages().target().code(),
        "bitext", data.resolve("bitext").toString(),
        "documentation", data.resolve("help").toString(),
        "max-pairs", Integer.toString(maxPairs),
        "attention", variant.attention().name().toLowerCase(Locale.ROOT));
  }

  /** Returns the name of a training, of its model and its log. */
  String name(BiclaVariant variant, BiclaPairName pair, int maxPairs) {
    String name = variant.name().toLowerCase(Locale.ROOT) + "-" + pair.key();
    return maxPairs == options.sizes().pairs() ? name : name + "-" + maxPairs;
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(
      BiclaVariant variant, BiclaPairName pair, int maxPairs, TrainingListener listener) {
    return work.train(
        name(variant, pair, maxPairs), recipe, () -> variables(variant, pair, maxPairs), listener);
  }

  /** Deletes files that a measured model no longer needs. */
  void discard(BiclaVariant variant, BiclaPairName pair, int maxPairs) {
    work.discardModel(name(variant, pair, maxPairs));
  }

  /** Returns the log of a training. */
  Path logFile(BiclaVariant variant, BiclaPairName pair, int maxPairs) {
    return work.logFile(name(variant, pair, maxPairs));
  }

  /** Returns the words of all languages in the space on which the models are trained. */
  List<WordTable> wordTables(TrainingListener listener) {
    BiclaRecipe read =
        recipe.read("bicla", variables(BiclaVariant.BICLA, BiclaPairName.DE_EN, 100));
    return new ArrayList<>(SharedWordTables.read(read.vectors(), listener));
  }
}
