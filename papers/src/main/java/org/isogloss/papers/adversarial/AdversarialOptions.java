// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.papers.PaperOptions;

/**
 * Settings of the adversarial experiments.
 *
 * @param common settings of every paper
 * @param collection folder of a collection in the format of CLIRMatrix; if absent, one is built
 *     from the documentation in the data
 * @param targets languages of the documents; empty for those of the scale
 * @param layers number of layers of the base to keep, or fewer if it has fewer; 0 for all; empty
 *     for that of the scale
 */
public record AdversarialOptions(
    PaperOptions common, Optional<Path> collection, List<Language> targets, OptionalInt layers) {
  /** The language of the queries. */
  static final Language SOURCE = Language.of("en");

  /**
   * Prefix of the override of the steps of the ranking loss, which rows with an adversary triple.
   */
  private static final String STEPS = "training.steps=";

  public AdversarialOptions {
    requireNonNull(common, "common is null");
    requireNonNull(collection, "collection is null");
    targets = List.copyOf(targets);
    if (layers.isPresent() && layers.getAsInt() < 0) {
      throw new IsoglossException(
          "the number of layers is " + layers.getAsInt() + ", expected 0 or more");
    }
    if (targets.contains(SOURCE)) {
      throw new IsoglossException(
          "en is the language of the queries, expected other languages of documents");
    }
    if (targets.stream().distinct().count() < targets.size()) {
      throw new IsoglossException("a language of the documents is repeated: " + targets);
    }
  }

  AdversarialSizes sizes() {
    AdversarialSizes sizes = AdversarialSizes.of(common.scale());
    Optional<String> steps =
        common.overrides().stream().filter(one -> one.startsWith(STEPS)).reduce((a, b) -> b);
    try {
      return steps.isEmpty()
          ? sizes
          : sizes.withSteps(Long.parseLong(steps.get().substring(STEPS.length()).strip()));
    } catch (NumberFormatException e) {
      throw new IsoglossException(
          "training.steps is \"" + steps.get().substring(STEPS.length()) + "\", expected a number",
          e);
    }
  }

  /** The overrides of the recipes, without that of the steps. */
  List<String> recipeOverrides() {
    return common.overrides().stream().filter(one -> !one.startsWith(STEPS)).toList();
  }

  int effectiveLayers() {
    return layers.orElse(sizes().layers());
  }

  List<Language> effectiveTargets() {
    return targets.isEmpty() ? sizes().targets() : targets;
  }
}
