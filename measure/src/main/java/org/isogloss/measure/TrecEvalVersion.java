// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import org.isogloss.measure.formula.RecallRounding;

/** A version of trec_eval, whose values and output an evaluation has. */
public enum TrecEvalVersion {
  /** trec_eval 9.0.8. */
  V9(RecallRounding.NEARLY_UP),

  /**
   * trec_eval 10.0. It rounds shares of recall to the nearest number of documents, prints queries
   * without results too if they are counted, and has the measures {@code rbp}, {@code rbp_resid}
   * and {@code unj} in {@code all_trec}.
   */
  V10(RecallRounding.NEAREST);

  private final RecallRounding rounding;

  TrecEvalVersion(RecallRounding rounding) {
    this.rounding = rounding;
  }

  /** How interpolated precision converts recall to a number of documents. */
  RecallRounding rounding() {
    return rounding;
  }
}
