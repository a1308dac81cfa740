// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.decoding.AnswerExtractor;

/**
 * The model of an engine that finds answers.
 *
 * @param name the folder or name of the model; {@value #SUPPLIED} if the program supplied it
 * @param owned whether the engine opened it; one that the program supplied stays open
 */
record AnswerFinder(String name, AnswerExtractor extractor, boolean owned)
    implements AutoCloseable {
  private static final String SUPPLIED = "supplied";

  static AnswerFinder open(String folderOrName, InferenceOptions options) {
    return new AnswerFinder(folderOrName, Models.openAnswerExtractor(folderOrName, options), true);
  }

  static AnswerFinder supplied(AnswerExtractor extractor) {
    return new AnswerFinder(SUPPLIED, extractor, false);
  }

  @Override
  public void close() {
    if (owned) {
      extractor.close();
    }
  }
}
