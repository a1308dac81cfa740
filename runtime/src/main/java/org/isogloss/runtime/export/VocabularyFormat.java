package org.isogloss.runtime.export;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;

/** In what numbers an exported transformer keeps a vector for each piece of its vocabulary. */
public enum VocabularyFormat {
  /** Single precision. */
  FP32,
  /** Eight bits, with a scale for each piece. */
  INT8,
  /** Four bits, with a scale for each 32 numbers of a piece. */
  INT4;

  /**
   * The format that a user named, such as {@code int8}.
   *
   * @throws IsoglossException if there is none of that name
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
