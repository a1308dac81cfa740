// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

/** Receives the progress of training; the methods are called by the thread that trains. */
public interface SkipGramListener {
  /** Ignores all events. */
  SkipGramListener NONE = new SkipGramListener() {};

  /**
   * Called when the text has been read.
   *
   * @param words number of words of the text, rare ones included
   * @param vocabulary number of distinct words that are frequent enough
   * @param ngramRows number of buckets in which the n-grams of these words are
   */
  default void textRead(long words, int vocabulary, int ngramRows) {}

  /** Called often while the model is trained, and once at the end, when all words are processed. */
  default void progress(SkipGramProgress progress) {}
}
