// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import org.isogloss.text.decoding.AnswerExtractor;

/**
 * The model that finds answers in the passages of searches. All indexes share it.
 *
 * @param name the name that clients see
 * @param extractor the open model, which is closed with this object
 */
record ServedAnswers(String name, AnswerExtractor extractor) implements AutoCloseable {
  @Override
  public void close() {
    extractor.close();
  }
}
