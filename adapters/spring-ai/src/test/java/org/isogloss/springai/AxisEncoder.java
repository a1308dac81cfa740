// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;

/**
 * An encoder whose vectors show how it was called: [1, 0] for a passage, [0.6, 0.8] for a query, so
 * that the cosine of a query and a passage is 0.6. A text with "opposite" has the vector [-1, 0], a
 * text with "unknown" has none.
 */
final class AxisEncoder implements Encoder {
  static final float[] PASSAGE = {1, 0};
  static final float[] QUERY = {0.6f, 0.8f};
  static final float[] OPPOSITE = {-1, 0};

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public String fingerprint() {
    return "a715";
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    return texts.stream().map(text -> vector(text, role)).toArray(float[][]::new);
  }

  private static float[] vector(String text, Role role) {
    if (Encoder.isBlank(text) || text.contains("unknown")) {
      return new float[2];
    }
    if (text.contains("opposite")) {
      return OPPOSITE;
    }
    return role == Role.QUERY ? QUERY : PASSAGE;
  }

  @Override
  public void close() {}
}
