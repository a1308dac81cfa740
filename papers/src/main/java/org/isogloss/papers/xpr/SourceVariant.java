// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.Optional;
import org.isogloss.papers.xpr.relevance.QueryConstruction;

/** A source of relevance on which a re-ranker is trained. */
enum SourceVariant {
  HEADINGS("headings", QueryConstruction.HEADING, false),
  ENCODER_NEGATIVES("headings, negatives by the encoder", QueryConstruction.HEADING, true),
  CLOZE("cloze", QueryConstruction.CLOZE, false),
  INVERSE_CLOZE("inverse cloze", QueryConstruction.INVERSE_CLOZE, false),
  TRANSLATED_PARAGRAPHS("translated paragraphs", QueryConstruction.TRANSLATED_PARAGRAPH, false),
  SENTENCES("sentences (XPI)", "source-sentences", Optional.empty(), false);

  private final String label;
  private final String key;
  private final Optional<QueryConstruction> queryConstruction;
  private final boolean encoderNegatives;

  SourceVariant(String label, QueryConstruction asking, boolean encoderNegatives) {
    this(
        label,
        "source-" + asking.key() + (encoderNegatives ? "-by-encoder" : ""),
        Optional.of(asking),
        encoderNegatives);
  }

  SourceVariant(
      String label, String key, Optional<QueryConstruction> asking, boolean encoderNegatives) {
    this.label = label;
    this.key = key;
    this.queryConstruction = asking;
    this.encoderNegatives = encoderNegatives;
  }

  String label() {
    return label;
  }

  /** Returns the name of its files. */
  String key() {
    return key;
  }

  /**
   * Returns how queries are constructed from a documentation; empty for sentences, as in extended
   * pre-training.
   */
  Optional<QueryConstruction> queryConstruction() {
    return queryConstruction;
  }

  /** Returns whether negatives are found by the encoder's vectors instead of words. */
  boolean encoderNegatives() {
    return encoderNegatives;
  }
}
