// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Evidence for or against a hit, in addition to how well its text fits the query. */
public enum Evidence {
  /**
   * How much nearer the first passage of the hit's document is to the query than is expected from
   * the similarity of the hit itself. The first passage usually introduces the topic of a document.
   */
  LEAD,
  /**
   * Against passages that are near to any query: the mean cosine of the hit and the ten nearest of
   * a sample of titles and first sentences of the collection, negated.
   */
  HUBNESS;

  /** The name of the stage in a pipeline string. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Evidence of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  static List<String> codes() {
    return Stream.of(values()).map(Evidence::code).toList();
  }
}
