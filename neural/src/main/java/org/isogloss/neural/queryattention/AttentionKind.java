package org.isogloss.neural.queryattention;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * How a query is compared with the context vector that its attention makes of a sentence's words.
 */
public enum AttentionKind {
  /**
   * QRANN (Zhao et al. 2019): one hidden layer reads the query, the context and their elementwise
   * product.
   */
  QRANN,
  /** The dot product of query and context. */
  DOT_PRODUCT;

  /** Width of the hidden layer. */
  static final int HIDDEN = 128;

  /** The shapes of what is learned, by name, for vectors of {@code d} numbers. */
  SequencedMap<String, long[]> shapes(int d) {
    SequencedMap<String, long[]> shapes = new LinkedHashMap<>();
    shapes.put(AttentionWeights.ATTENTION, new long[] {d, d});
    shapes.put(AttentionWeights.CONTEXT, new long[] {d, d});
    if (this == QRANN) {
      shapes.put(AttentionWeights.HIDDEN, new long[] {HIDDEN, 3L * d});
      shapes.put(AttentionWeights.HIDDEN_BIAS, new long[] {HIDDEN});
      shapes.put(AttentionWeights.OUT, new long[] {HIDDEN});
    } else {
      shapes.put(AttentionWeights.OUT, new long[] {1});
    }
    shapes.put(AttentionWeights.BIAS, new long[] {1});
    return shapes;
  }
}
