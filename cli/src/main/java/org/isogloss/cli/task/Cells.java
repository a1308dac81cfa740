// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.regex.Pattern;

/** Cells of TSV. */
final class Cells {
  private static final Pattern SEPARATORS = Pattern.compile("[\\t\\r\\n]");

  private Cells() {}

  /** Replaces the separators of columns and rows by blanks. */
  static String of(String text) {
    return SEPARATORS.matcher(text).replaceAll(" ");
  }
}
