package org.isogloss.search;

import java.util.ArrayList;
import java.util.List;

/** Problems that a check of an index finds: the first ones as text, and how many more. */
final class IndexProblems {
  private static final int MAX_LISTED = 20;

  private final List<String> listed = new ArrayList<>();
  private long more;

  void add(String problem) {
    if (listed.size() < MAX_LISTED) {
      listed.add(problem);
    } else {
      more++;
    }
  }

  void add(String what, Throwable cause) {
    add(what + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()));
  }

  boolean isEmpty() {
    return listed.isEmpty();
  }

  List<String> list() {
    List<String> all = new ArrayList<>(listed);
    if (more > 0) {
      all.add("and " + more + " more");
    }
    return all;
  }
}
