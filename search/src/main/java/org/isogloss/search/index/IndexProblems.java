// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The problems found by a check of an index: the first ones as text, and the number of all others.
 */
public final class IndexProblems {
  private static final int MAX_LISTED = 20;

  private final List<String> listed = new ArrayList<>();
  private long unlistedCount;

  public void add(String problem) {
    if (listed.size() < MAX_LISTED) {
      listed.add(problem);
    } else {
      unlistedCount++;
    }
  }

  public void add(String what, Throwable cause) {
    add(what + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  public List<String> list() {
    List<String> all = new ArrayList<>(listed);
    if (unlistedCount > 0) {
      all.add("and " + unlistedCount + " more");
    }
    return all;
  }
}
