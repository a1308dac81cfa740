// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;

/** Encodes texts in several languages and compares their vectors. */
public final class EncodeTexts {
  private EncodeTexts() {}

  /** The cosine of two vectors of unit length. */
  static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }

  /** Runs the example. */
  public static void main(String[] args) {
    try (LoadedModel model = Models.open("tiny")) {
      Encoder encoder = model.encoder();
      List<String> texts = List.of("The cat sleeps.", "Die Katze schläft.", "The train is late.");
      float[][] vectors = encoder.encode(texts, Role.PASSAGE);
      System.out.println(vectors.length + " vectors of " + encoder.dimension() + " dimensions");
      System.out.printf(Locale.ROOT, "translation: %.2f%n", cosine(vectors[0], vectors[1]));
      System.out.printf(Locale.ROOT, "other text: %.2f%n", cosine(vectors[0], vectors[2]));
    }
  }
}
