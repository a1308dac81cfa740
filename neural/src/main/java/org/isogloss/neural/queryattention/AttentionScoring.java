// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * How a query is compared with the context vector, the mean of the words of a sentence weighted by
 * the attention of the query.
 */
public enum AttentionScoring {
  /**
   * QRANN (Zhao et al. 2019): one hidden layer on the query, the context and their elementwise
   * product.
   */
  QRANN,
  /** The dot product of query and context. */
  DOT_PRODUCT;

  /** Width of the hidden layer. */
  static final int HIDDEN_SIZE = 128;

  /** Returns the shapes of the parameters, by name, for word vectors of dimension {@code d}. */
  SequencedMap<String, long[]> parameterShapes(int d) {
    SequencedMap<String, long[]> shapes = new LinkedHashMap<>();
    shapes.put(QueryAttentionModel.ATTENTION, new long[] {d, d});
    shapes.put(QueryAttentionModel.CONTEXT, new long[] {d, d});
    if (this == QRANN) {
      shapes.put(QueryAttentionModel.HIDDEN, new long[] {HIDDEN_SIZE, 3L * d});
      shapes.put(QueryAttentionModel.HIDDEN_BIAS, new long[] {HIDDEN_SIZE});
      shapes.put(QueryAttentionModel.OUTPUT, new long[] {HIDDEN_SIZE});
    } else {
      shapes.put(QueryAttentionModel.OUTPUT, new long[] {1});
    }
    shapes.put(QueryAttentionModel.BIAS, new long[] {1});
    return shapes;
  }
}
