// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;

/**
 * Encodes character trigrams, so that texts with common trigrams have similar vectors. Counts its
 * calls and records whether it was closed.
 */
class TestEncoder implements Encoder {
  static final int DIMENSION = 64;

  final AtomicInteger calls = new AtomicInteger();
  volatile boolean closed;
  volatile Optional<ScoreProbability> stated = Optional.empty();
  private final String fingerprint;

  TestEncoder() {
    this("0123456789abcdef");
  }

  TestEncoder(String fingerprint) {
    this.fingerprint = fingerprint;
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public boolean isContextual() {
    return false;
  }

  @Override
  public Optional<ScoreProbability> probability() {
    return stated;
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    if (closed) {
      throw new IllegalStateException("the encoder is closed");
    }
    calls.incrementAndGet();
    return texts.stream().map(TestEncoder::encode).toArray(float[][]::new);
  }

  private static float[] encode(String text) {
    float[] vector = new float[DIMENSION];
    if (text.isBlank()) {
      return vector;
    }
    String padded = "  " + text.strip().toLowerCase(Locale.ROOT) + " ";
    double squares = 0;
    for (int i = 0; i + 3 <= padded.length(); i++) {
      vector[Math.floorMod(padded.substring(i, i + 3).hashCode() * 0x9E3779B9, DIMENSION)] += 1;
    }
    for (float x : vector) {
      squares += (double) x * x;
    }
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] /= (float) Math.sqrt(squares);
    }
    return vector;
  }

  @Override
  public void close() {
    closed = true;
  }
}
