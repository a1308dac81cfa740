package org.isogloss.papers.xpr;

import java.util.Optional;

/** A source of relevance, which a re-ranker is trained on. */
enum SourceRow {
  HEADINGS("headings", Asking.HEADING, false),
  ENCODER_NEGATIVES("headings, negatives by the encoder", Asking.HEADING, true),
  CLOZE("cloze", Asking.CLOZE, false),
  INVERSE_CLOZE("inverse cloze", Asking.INVERSE_CLOZE, false),
  TWINS("translated twins", Asking.TWIN, false),
  SENTENCES("sentences (XPI)", "source-sentences", Optional.empty(), false);

  private final String label;
  private final String key;
  private final Optional<Asking> asking;
  private final boolean encoderNegatives;

  SourceRow(String label, Asking asking, boolean encoderNegatives) {
    this(
        label,
        "source-" + asking.key() + (encoderNegatives ? "-by-encoder" : ""),
        Optional.of(asking),
        encoderNegatives);
  }

  SourceRow(String label, String key, Optional<Asking> asking, boolean encoderNegatives) {
    this.label = label;
    this.key = key;
    this.asking = asking;
    this.encoderNegatives = encoderNegatives;
  }

  String label() {
    return label;
  }

  /** Names its files. */
  String key() {
    return key;
  }

  /** What asks in a documentation; empty where sentences do, as in extended pre-training. */
  Optional<Asking> asking() {
    return asking;
  }

  /** Whether wrong answers are found by the encoder's vectors and not by words. */
  boolean encoderNegatives() {
    return encoderNegatives;
  }
}
