// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.training;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.papers.experiment.RecipeTemplate;

/** A row of the ablation: a set of objectives, with everything else equal. */
public enum HictlVariant {
  /** The start of all others, with their pooling and number of layers. */
  NONE("none", "none"),
  /** Language modelling only: the effect of continued training on the same text. */
  LANGUAGE_MODEL("lm", "MLM + TLM", Objective.MLM, Objective.TLM),
  /** The sentence-level contrastive loss only. */
  SENTENCE("sentence", "sentence-level CTL", Objective.SENTENCE),
  /** The word-level contrastive loss only. */
  WORD("word", "word-level CTL", Objective.WORD),
  /** Both contrastive losses, without language modelling. */
  BOTH("both", "both", Objective.SENTENCE, Objective.WORD),
  /** All objectives. */
  HICTL("hictl", "HICTL: both + MLM/TLM", Objective.values());

  /** The rows with the sentence-level loss, which the others extend. */
  public static final List<HictlVariant> SENTENCE_LEVEL = List.of(SENTENCE, BOTH, HICTL);

  private final String key;
  private final String label;
  private final List<Objective> objectives;

  /** The objectives of the rows. */
  private enum Objective {
    SENTENCE("sentence", "{scale: \"${scale}\"}"),
    WORD("word", "{negatives: \"${negatives}\", scale: \"${scale}\"}"),
    MLM("mlm", "{}"),
    TLM("tlm", "{}");

    private final String key;
    private final String value;

    /**
     * An objective.
     *
     * @param key its key in a recipe
     * @param value its value in the recipe
     */
    Objective(String key, String value) {
      this.key = key;
      this.value = value;
    }
  }

  HictlVariant(String key, String label, Objective... objectives) {
    this.key = key;
    this.label = label;
    this.objectives = List.of(objectives);
  }

  /** Returns the name of the row in options and files. */
  public String key() {
    return key;
  }

  /** Returns the name of its rows. */
  public String label() {
    return label;
  }

  /** Returns the objectives of the recipe; empty without training. */
  public Optional<String> objectives() {
    return objectives.isEmpty()
        ? Optional.empty()
        : Optional.of(
            objectives.stream()
                .map(objective -> objective.key + ": " + objective.value)
                .collect(Collectors.joining(", ", "{", "}")));
  }

  /** Returns the overrides that concern this row. */
  List<String> applicable(List<String> overrides) {
    return RecipeTemplate.applicable(
        overrides, keys(Arrays.asList(Objective.values())), keys(objectives));
  }

  private static List<String> keys(List<Objective> objectives) {
    return objectives.stream().map(objective -> objective.key).toList();
  }
}
