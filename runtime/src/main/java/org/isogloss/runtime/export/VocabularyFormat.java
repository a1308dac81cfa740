// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;

/** The numeric format of the token embeddings of an exported transformer. */
public enum VocabularyFormat {
  /** Single precision. */
  FP32,
  /** Eight bits, with one scale per token. */
  INT8,
  /** Four bits, with one scale per 32 values of a token. */
  INT4;

  /**
   * Returns the format with the given name, such as {@code int8}.
   *
   * @throws IsoglossException if there is no such format
   */
  public static VocabularyFormat fromName(String name) {
    List<String> names =
        Arrays.stream(values()).map(format -> format.name().toLowerCase(Locale.ROOT)).toList();
    int found = names.indexOf(name.toLowerCase(Locale.ROOT));
    if (found < 0) {
      throw new IsoglossException(
          "no vocabulary format \"" + name + "\": expected one of " + String.join(", ", names));
    }
    return values()[found];
  }
}
