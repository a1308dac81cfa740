// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

/** A text in both languages. */
public record BilingualText(String first, String second) {
  public BilingualText {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
  }

  public String text(LanguageSide side) {
    return switch (side) {
      case FIRST -> first;
      case SECOND -> second;
    };
  }
}
