// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static java.util.Objects.requireNonNull;

/**
 * A line of a TREC run.
 *
 * @param rank the rank in the file; measures use the score instead, like trec_eval
 * @param tag the name of the system
 */
public record RunLine(String queryId, String documentId, int rank, double score, String tag) {
  public RunLine {
    requireNonNull(queryId, "queryId is null");
    requireNonNull(documentId, "documentId is null");
    requireNonNull(tag, "tag is null");
  }
}
