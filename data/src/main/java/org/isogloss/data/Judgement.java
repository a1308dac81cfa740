// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;

/**
 * A line of a qrels file.
 *
 * @param grade the relevance grade: a document is relevant if its grade is above 0
 */
public record Judgement(String queryId, String documentId, int grade) {
  public Judgement {
    requireNonNull(queryId, "queryId is null");
    requireNonNull(documentId, "documentId is null");
  }
}
