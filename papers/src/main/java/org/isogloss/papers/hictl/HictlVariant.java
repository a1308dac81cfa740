package org.isogloss.papers.hictl;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A row of the ablation: what is asked of the base, all else being equal. */
enum HictlVariant {
  /** What the others start from, with their pooling and as many layers. */
  NONE("none", "none"),
  /** What continued training on the same text does by itself. */
  LANGUAGE_MODEL("lm", "MLM + TLM", Objective.MLM, Objective.TLM),
  SENTENCE("sentence", "sentence-level CTL", Objective.SENTENCE),
  WORD("word", "word-level CTL", Objective.WORD),
  BOTH("both", "both", Objective.SENTENCE, Objective.WORD),
  HICTL("hictl", "HICTL: both + MLM/TLM", Objective.values());

  private static final String OBJECTIVES = "objectives.";

  private final String key;
  private final String label;
  private final List<Objective> objectives;

  /** What the rows are put together from. */
  private enum Objective {
    SENTENCE("sentence", "{}"),
    WORD("word", "{negatives: \"${negatives}\"}"),
    MLM("mlm", "{}"),
    TLM("tlm", "{}");

    private final String key;
    private final String value;

    /**
     * One.
     *
     * @param key as a recipe names it
     * @param value what it says of it
     */
    Objective(String key, String value) {
      this.key = key;
      this.value = value;
    }

    /** Whether an override is of something inside it. */
    boolean isOf(String override) {
      return override.startsWith(OBJECTIVES + key + '.')
          || override.startsWith(OBJECTIVES + key + '=');
    }
  }

  HictlVariant(String key, String label, Objective... objectives) {
    this.key = key;
    this.label = label;
    this.objectives = List.of(objectives);
  }

  /** Names its files. */
  String key() {
    return key;
  }

  /** Names its rows. */
  String label() {
    return label;
  }

  /** What a recipe says of objectives; none where nothing is trained. */
  Optional<String> objectives() {
    return objectives.isEmpty()
        ? Optional.empty()
        : Optional.of(
            objectives.stream()
                .map(objective -> objective.key + ": " + objective.value)
                .collect(Collectors.joining(", ", "{", "}")));
  }

  /**
   * Those overrides that concern this row: one of an objective that other rows have would give it
   * that objective, and the rows would no longer tell the objectives apart.
   */
  List<String> applicable(List<String> overrides) {
    return overrides.stream()
        .filter(
            override ->
                Arrays.stream(Objective.values())
                    .filter(objective -> objective.isOf(override))
                    .allMatch(objectives::contains))
        .toList();
  }
}
