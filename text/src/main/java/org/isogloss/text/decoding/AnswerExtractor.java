// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import java.util.List;

/**
 * Finds the answer to a question in texts, which may be in other languages than the question.
 * Implementations are thread-safe.
 */
public interface AnswerExtractor extends AutoCloseable {
  /**
   * Reads texts with a question.
   *
   * @param question the question, in any language
   * @param texts the texts to read, each independently of the others
   * @return for each text, in the order of the texts, its most probable answers
   */
  List<AnswerSpans> read(String question, List<String> texts);

  /**
   * Releases the extractor's resources; it cannot be used afterwards. Closing it again has no
   * effect.
   */
  @Override
  void close();
}
