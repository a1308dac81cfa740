// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

/** How a share of the relevant documents becomes a number of documents. */
public enum RecallRounding {
  /** Adds 0.9 and cuts, as in trec_eval 9. */
  NEARLY_UP {
    @Override
    int count(double share, int relevant) {
      return (int) (share * relevant + 0.9);
    }
  },
  /** The nearest number, as in trec_eval 10. */
  NEAREST {
    @Override
    int count(double share, int relevant) {
      return (int) Math.round(share * relevant);
    }
  };

  abstract int count(double share, int relevant);
}
