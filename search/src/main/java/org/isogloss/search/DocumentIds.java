package org.isogloss.search;

import java.util.Locale;
import org.isogloss.core.IsoglossException;

/** Which document ids an index accepts. */
final class DocumentIds {
  /** Longer ids would not fit into a term of Lucene. */
  private static final int MAX_LENGTH = 1000;

  private static final int QUOTED = 60;

  private DocumentIds() {}

  /**
   * Refuses an id that a run file cannot hold, because its columns are separated by white space, or
   * that Lucene would store as another id.
   *
   * @throws IsoglossException if the id is too long, or holds white space, a control character or
   *     half of a surrogate pair
   */
  static void require(String id) {
    if (id.length() > MAX_LENGTH) {
      throw new IsoglossException(
          "the id of a document is "
              + id.length()
              + " characters long, expected at most "
              + MAX_LENGTH
              + ": "
              + id.substring(0, QUOTED)
              + "...; shorten it in the collection");
    }
    id.codePoints()
        .filter(DocumentIds::isRefused)
        .findFirst()
        .ifPresent(
            character -> {
              throw new IsoglossException(
                  String.format(
                      Locale.ROOT,
                      "the id \"%s\" of a document holds the character U+%04X, expected no white"
                          + " space or control characters, which separate the columns of run"
                          + " files; replace it in the collection",
                      id,
                      character));
            });
  }

  private static boolean isRefused(int character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.isISOControl(character)
        || Character.getType(character) == Character.SURROGATE;
  }
}
