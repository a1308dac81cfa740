// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.wordvector.WordVectors;

/**
 * Trained vectors of words and of their n-grams. The vector of a word of the vocabulary is the mean
 * of its own row and the rows of its n-grams; that of any other word is the mean of the rows of its
 * n-grams. Immutable and thread-safe.
 *
 * <p>N-grams that no word of the vocabulary has are left out of the mean; in fastText they
 * contribute the random numbers with which their buckets were initialised.
 */
public final class SubwordVectors {
  private final List<String> words;
  private final SubwordIndex subwords;
  private final int dimension;
  private final float[][] rows;
  private final WordVectors vocabulary;

  SubwordVectors(List<String> words, SubwordIndex subwords, float[][] rows) {
    this.words = List.copyOf(words);
    this.subwords = subwords;
    this.dimension = rows[0].length;
    this.rows = rows;
    float[] values = newValues(words.size());
    float[] mean = new float[dimension];
    for (int word = 0; word < words.size(); word++) {
      VectorKernels.mean(mean, rows, subwords.rows(), subwords.start(word), subwords.end(word));
      System.arraycopy(mean, 0, values, word * dimension, dimension);
    }
    vocabulary = WordVectors.of(this.words, dimension, values);
  }

  private float[] newValues(int size) {
    if ((long) size * dimension > Integer.MAX_VALUE - 8) {
      throw new IsoglossException(
          size
              + " words of dimension "
              + dimension
              + " do not fit into one array: expected at most "
              + (Integer.MAX_VALUE - 8) / dimension
              + " words: increase the minimum count");
    }
    return new float[size * dimension];
  }

  /** Returns the dimension of the vectors. */
  public int dimension() {
    return dimension;
  }

  /** Returns the vectors of the vocabulary, the most frequent word first. */
  public WordVectors toWordVectors() {
    return vocabulary;
  }

  /**
   * Returns the vector of any word, {@code [dimension()]}; empty if it is not in the vocabulary and
   * has no n-gram in common with it.
   */
  public Optional<float[]> vector(String word) {
    requireNonNull(word, "word is null");
    if (vocabulary.row(word).isPresent()) {
      return Optional.of(vocabulary.vector(vocabulary.row(word).getAsInt()));
    }
    int[] found = subwords.ngramRows(word);
    if (found.length == 0) {
      return Optional.empty();
    }
    float[] mean = new float[dimension];
    VectorKernels.mean(mean, rows, found, 0, found.length);
    return Optional.of(mean);
  }

  /**
   * Returns the vectors of the vocabulary, followed by those of further words, in their order.
   * Words that are repeated, or that have no vector, are left out.
   */
  public WordVectors withWords(Collection<String> further) {
    Set<String> distinct = new LinkedHashSet<>(further);
    List<String> all = new ArrayList<>(words);
    List<float[]> vectors = new ArrayList<>();
    for (String word : distinct) {
      if (vocabulary.row(word).isEmpty()) {
        vector(word)
            .ifPresent(
                vector -> {
                  all.add(word);
                  vectors.add(vector);
                });
      }
    }
    if (vectors.isEmpty()) {
      return vocabulary;
    }
    float[] values = newValues(all.size());
    System.arraycopy(vocabulary.values(), 0, values, 0, vocabulary.values().length);
    for (int i = 0; i < vectors.size(); i++) {
      System.arraycopy(vectors.get(i), 0, values, (words.size() + i) * dimension, dimension);
    }
    return WordVectors.of(all, dimension, values);
  }
}
