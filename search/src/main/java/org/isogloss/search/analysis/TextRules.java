// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.util.Arrays;
import java.util.Optional;
import org.isogloss.text.normalization.TextNormalizer;

/** How the texts of an index are preprocessed before the analyzers of its languages read them. */
public enum TextRules {
  /** Nothing: indexes of format 4 and earlier. */
  NONE("none"),

  /**
   * Texts and queries are normalised by {@link TextNormalizer}, and the words of passages are also
   * found by their other {@linkplain WordForms forms}.
   */
  NORMALIZED(TextNormalizer.NAME);

  private final String id;

  TextRules(String id) {
    this.id = id;
  }

  /** The name in the manifest of an index. */
  public String id() {
    return id;
  }

  /** Returns the rules with a name. */
  public static Optional<TextRules> find(String id) {
    return Arrays.stream(values()).filter(rules -> rules.id.equals(id)).findFirst();
  }

  @Override
  public String toString() {
    return id;
  }
}
