package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

/** A text in both languages. */
record Twin(String first, String second) {
  Twin {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
  }

  String in(Side side) {
    return switch (side) {
      case FIRST -> first;
      case SECOND -> second;
    };
  }
}
