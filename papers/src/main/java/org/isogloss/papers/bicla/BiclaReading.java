// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.List;
import java.util.Locale;

/** A reading of BiCLA: where the authors' code differs from the formulas, the two are not one. */
enum BiclaReading {
  /** The formulas of the paper. */
  PAPER(List.of()),
  /** The code that the authors released, {@code github.com/codogogo/bicla-clir}. */
  RELEASED(
      List.of(
          "vectors.unit-length=false",
          "vectors.precision=fp32",
          "vectors.numbers=true",
          "model.aggregation=softmax",
          "model.reduction=true",
          "model.initialisation=released",
          "objective.regulariser=squared-norm"));

  private final List<String> overrides;

  BiclaReading(List<String> overrides) {
    this.overrides = overrides;
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the keys in which the recipe differs from that of the formulas. */
  List<String> overrides() {
    return overrides;
  }
}
