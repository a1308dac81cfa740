// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.List;
import org.isogloss.runtime.export.Precision;

/** In which precision trained transformers are measured. */
public enum ScoringPrecision {
  FP32("single", Precision.FP32),
  INT8("eight bits", Precision.INT8),
  /** Tables are in single precision; one of their own also has the figures in eight bits. */
  BOTH("single; in a table of its own also eight bits", Precision.FP32, Precision.INT8);

  private final String label;
  private final List<Precision> precisions;

  ScoringPrecision(String label, Precision... precisions) {
    this.label = label;
    this.precisions = List.of(precisions);
  }

  /** Returns the description for the settings of a run. */
  public String label() {
    return label;
  }

  /** Returns the precisions, first that of the tables. */
  public List<Precision> precisions() {
    return precisions;
  }
}
