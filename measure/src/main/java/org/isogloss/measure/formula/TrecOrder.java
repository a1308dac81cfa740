// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import org.isogloss.core.util.CodePointOrder;

/** The order of hits in trec_eval. */
final class TrecOrder {
  private TrecOrder() {}

  /** Compares hits: by descending score as a C float, then by descending document id. */
  static int compareHits(double scoreA, String idA, double scoreB, String idB) {
    float a = (float) scoreA;
    float b = (float) scoreB;
    if (a != b) {
      return a > b ? -1 : 1;
    }
    return CodePointOrder.compare(idB, idA);
  }
}
