// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import org.isogloss.text.decoding.AnswerExtractor;

/**
 * The model of an engine that finds answers.
 *
 * @param owned whether the engine opened it; one that the program supplied stays open
 */
record EngineAnswers(AnswerExtractor extractor, boolean owned) implements AutoCloseable {
  static EngineAnswers open(String folderOrName, int threads) {
    return new EngineAnswers(Models.openAnswerExtractor(folderOrName, threads), true);
  }

  static EngineAnswers supplied(AnswerExtractor extractor) {
    return new EngineAnswers(extractor, false);
  }

  @Override
  public void close() {
    if (owned) {
      extractor.close();
    }
  }
}
