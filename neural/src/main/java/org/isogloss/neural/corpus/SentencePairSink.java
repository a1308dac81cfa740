// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

/** Receives the sentences and translation pairs that a {@link ParallelTextReader} reads. */
public interface SentencePairSink {
  /**
   * Adds a sentence unless it is present, and returns its index; equal sentences have equal
   * indices.
   */
  int addSentence(String text);

  /**
   * Adds a training pair.
   *
   * @param kind the part of the training data, such as {@code bitext} or {@code documentation}
   * @param name the two languages, such as {@code de-en}
   * @param left index of the left sentence
   * @param right index of its translation
   */
  void addTrainingPair(String kind, String name, int left, int right);

  /**
   * Adds a training pair of a known origin. By default, the origin is ignored.
   *
   * @param origin where the pair was found, such as {@code tatoeba}; empty if it is not known
   */
  default void addTrainingPair(String kind, String origin, String name, int left, int right) {
    addTrainingPair(kind, name, left, right);
  }

  /** Adds a pair that is held out for validation. */
  void addHeldOutPair(String kind, String name, int left, int right);
}
