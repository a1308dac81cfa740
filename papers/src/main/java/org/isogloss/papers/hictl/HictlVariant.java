package org.isogloss.papers.hictl;

import java.util.Optional;

/** A row of the ablation: what is asked of the base, all else being equal. */
enum HictlVariant {
  /** What the others start from, with their pooling and as many layers. */
  NONE("none", "none", ""),
  /** What continued training on the same text does by itself. */
  LANGUAGE_MODEL("lm", "MLM + TLM", "mlm: {}, tlm: {}"),
  SENTENCE("sentence", "sentence-level CTL", Objective.SENTENCE),
  WORD("word", "word-level CTL", Objective.WORD),
  BOTH("both", "both", Objective.SENTENCE + ", " + Objective.WORD),
  HICTL(
      "hictl",
      "HICTL: both + MLM/TLM",
      Objective.SENTENCE + ", " + Objective.WORD + ", mlm: {}, tlm: {}");

  private final String key;
  private final String label;
  private final String objectives;

  /** What the rows are put together from, as a recipe says it. */
  private static final class Objective {
    static final String SENTENCE = "sentence: {}";
    static final String WORD = "word: {negatives: \"${negatives}\"}";
  }

  HictlVariant(String key, String label, String objectives) {
    this.key = key;
    this.label = label;
    this.objectives = objectives;
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
    return objectives.isEmpty() ? Optional.empty() : Optional.of("{" + objectives + "}");
  }
}
