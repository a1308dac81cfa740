// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import org.isogloss.core.Query;

/**
 * Gives the same queries a new text in each pass, because vectors of known texts are cached: it
 * appends one more space each time.
 */
public final class UnseenQueries {
  private int passes;

  /** Begins another pass over the queries. */
  public void nextPass() {
    passes++;
  }

  /** Returns a query as it is asked in this pass. */
  public Query of(Query query) {
    return new Query(query.id(), query.language(), query.text() + " ".repeat(passes));
  }
}
