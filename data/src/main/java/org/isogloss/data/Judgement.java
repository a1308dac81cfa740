package org.isogloss.data;

import static java.util.Objects.requireNonNull;

/**
 * A line of a qrels file.
 *
 * @param grade how relevant the document is: above 0 relevant, 0 or below not
 */
public record Judgement(String queryId, String documentId, int grade) {
  public Judgement {
    requireNonNull(queryId, "queryId is null");
    requireNonNull(documentId, "documentId is null");
  }
}
