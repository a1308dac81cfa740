// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.SpanEncoder;
import org.isogloss.core.util.UnitVectors;

/**
 * A test encoder: texts that share character trigrams have similar vectors; blank texts have the
 * zero vector. In context, the vector of a passage is a mixture with that of the whole text.
 */
public final class TrigramEncoder implements Encoder {
  private final int dimension;
  private volatile boolean closed;

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
  public SpanEncoder spans() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    return (texts, role) -> {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      return texts.stream().map(this::encode).toList();
    };
  }

  private float[][] encode(SpanEncoder.Passages text) {
    float[] whole = encode(Passage.titled(text.title(), text.text()));
    return text.passages().stream()
        .map(span -> encode(Passage.titled(text.title(), span.coveredText(text.text()))))
        .map(own -> Encoder.isNonZero(own) ? mean(own, whole) : own)
        .toArray(float[][]::new);
  }

  private static float[] mean(float[] first, float[] second) {
    float[] sum = first.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += second[i];
    }
    return UnitVectors.normalize(sum);
  }

  @Override
  public void close() {
    closed = true;
  }
}
