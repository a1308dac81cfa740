// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;

/**
 * A test encoder: texts that share character trigrams have similar vectors; blank texts have the
 * zero vector.
 */
public final class TrigramEncoder implements Encoder {
  private final int dimension;

  public TrigramEncoder(int dimension) {
    this.dimension = dimension;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String fingerprint() {
    return "0123456789abcdef0123456789abcd" + String.format(Locale.ROOT, "%02x", dimension);
  }

  @Override
  public boolean isContextual() {
    return false;
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    return texts.stream().map(this::encode).toArray(float[][]::new);
  }

  private float[] encode(String text) {
    float[] vector = new float[dimension];
    String padded = "  " + text.strip().toLowerCase(Locale.ROOT) + " ";
    if (text.isBlank()) {
      return vector;
    }
    for (int i = 0; i + 3 <= padded.length(); i++) {
      int hash = padded.substring(i, i + 3).hashCode() * 0x9E3779B9;
      vector[Math.floorMod(hash >>> 8, dimension)] += (hash & 1) == 0 ? 1 : -1;
    }
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    for (int i = 0; i < dimension && squares > 0; i++) {
      vector[i] /= (float) Math.sqrt(squares);
    }
    return vector;
  }

  @Override
  public void close() {}
}
