// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static java.util.Objects.requireNonNull;

/**
 * A sentence pair of two documents that are translations of each other.
 *
 * @param sourceDocument id of the document of the source sentence
 * @param targetDocument id of the document of the target sentence
 */
public record DocumentSentencePair(
    SentencePair sentences, String sourceDocument, String targetDocument) {
  public DocumentSentencePair {
    requireNonNull(sentences, "sentences is null");
    requireNonNull(sourceDocument, "sourceDocument is null");
    requireNonNull(targetDocument, "targetDocument is null");
  }
}
