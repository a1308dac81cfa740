// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import java.util.List;
import java.util.stream.Stream;
import org.isogloss.data.parse.FieldParsing;

/**
 * The names of columns and keys, in order of preference, that the published files use: XNLI,
 * PAWS-X, XTREME, SICK, the STS benchmark.
 */
final class Header {
  static final List<String> FIRST =
      List.of("sentence1", "sentence_A", "premise", "first", "sentence", "text");
  static final List<String> SECOND =
      List.of("sentence2", "sentence_B", "hypothesis", "hypo", "second");
  static final List<String> LABEL =
      List.of("gold_label", "entailment_label", "entailment_judgment", "label");
  static final List<String> SCORE = List.of("relatedness_score", "similarity_score", "score");
  static final List<String> LANGUAGE = List.of("language", "lang");

  private Header() {}

  /** The first column with one of the names, by preference of the names; -1 without one. */
  static int indexOf(List<String> header, List<String> names) {
    for (String name : names) {
      for (int column = 0; column < header.size(); column++) {
        if (header.get(column).equalsIgnoreCase(name)) {
          return column;
        }
      }
    }
    return -1;
  }

  /** Whether cells are the names of columns: at least a text, and a second text or its class. */
  static boolean isHeader(List<String> cells) {
    return indexOf(cells, FIRST) >= 0
        && Stream.of(SECOND, LABEL, SCORE).anyMatch(names -> indexOf(cells, names) >= 0);
  }

  static List<String> cells(String line) {
    return Stream.of(FieldParsing.splitColumns(line)).map(String::strip).toList();
  }
}
