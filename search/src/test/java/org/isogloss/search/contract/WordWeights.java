// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.contract;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;

/** A sparse encoder whose terms are words: each has its length as its weight, in queries 0.5. */
public final class WordWeights implements SparseEncoder {
  private final List<String> words;

  public WordWeights(String... words) {
    this.words = List.of(words);
  }

  @Override
  public String fingerprint() {
    return "words";
  }

  @Override
  public int vocabularySize() {
    return words.size();
  }

  @Override
  public String term(int id) {
    return words.get(id);
  }

  @Override
  public List<SparseVector> encode(List<String> texts, Role role) {
    return texts.stream().map(text -> encode(text.toLowerCase(Locale.ROOT), role)).toList();
  }

  private SparseVector encode(String text, Role role) {
    float[] weights = new float[words.size()];
    for (int i = 0; i < weights.length; i++) {
      String word = words.get(i);
      if (text.contains(word)) {
        weights[i] = role == Role.QUERY ? 0.5f : word.length();
      }
    }
    return SparseVector.ofAll(weights);
  }

  @Override
  public void close() {}
}
