// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.ScoreProbability;

/** A {@link ScoreProbability} in JSON. */
public final class ProbabilityJson {
  private static final String SLOPE = "slope";
  private static final String INTERCEPT = "intercept";
  private static final String SIZE_WEIGHT = "size_weight";
  private static final String ALTERNATIVE = "alternative";
  private static final String UNFAMILIARITY_WEIGHT = "unfamiliarity_weight";

  private ProbabilityJson() {}

  /**
   * Reads a conversion from keys of an object, which may have others, too.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public static ScoreProbability read(JsonObject json) {
    return new ScoreProbability(
        json.number(SLOPE),
        json.number(INTERCEPT),
        json.number(SIZE_WEIGHT),
        json.findNumber(ALTERNATIVE),
        json.findNumber(UNFAMILIARITY_WEIGHT).orElse(0));
  }

  /** Adds a conversion to an object. */
  public static void put(ObjectNode json, ScoreProbability probability) {
    json.put(SLOPE, probability.slope())
        .put(INTERCEPT, probability.intercept())
        .put(SIZE_WEIGHT, probability.sizeWeight());
    probability.alternative().ifPresent(score -> json.put(ALTERNATIVE, score));
    if (probability.unfamiliarityWeight() > 0) {
      json.put(UNFAMILIARITY_WEIGHT, probability.unfamiliarityWeight());
    }
  }
}
