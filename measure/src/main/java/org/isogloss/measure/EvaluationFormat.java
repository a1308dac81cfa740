// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;

/** The output formats of an evaluation. */
public enum EvaluationFormat {
  /** The output of trec_eval 9, byte for byte. */
  TREC_EVAL {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationText.trecEval(evaluation, perQuery);
    }
  },
  /** Aligned columns for people. */
  TABLE {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationText.table(evaluation, perQuery);
    }
  },
  /** One JSON object, with values in full precision. */
  JSON {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationJson.of(evaluation, perQuery);
    }
  };

  /**
   * Parses the name of a format: {@code trec_eval}, {@code table} or {@code json}.
   *
   * @throws IsoglossException if no format has this name
   */
  public static EvaluationFormat parse(String name) {
    String normalized = name.strip().toUpperCase(Locale.ROOT).replace('-', '_');
    List<String> known = Arrays.stream(values()).map(EvaluationFormat::toString).toList();
    return Arrays.stream(values())
        .filter(format -> format.name().equals(normalized))
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "unknown format \""
                        + name
                        + "\", expected one of "
                        + String.join(", ", known)
                        + NameSuggestions.nearest(name, known)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")));
  }

  /**
   * Formats an evaluation; every line has a line end.
   *
   * @param perQuery whether the values of each query precede those of all queries, like {@code -q}
   *     of trec_eval
   */
  public abstract String render(Evaluation evaluation, boolean perQuery);

  /** The name that {@link #parse} accepts. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
