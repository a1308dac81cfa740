// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.core.Document;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;

/**
 * Finds the text of a document under an unknown name. Without this check, such a document would
 * silently be searched by its title alone.
 */
final class UnnamedText {
  private static final int MIN_LENGTH = 30;

  private UnnamedText() {}

  /**
   * Rejects a document without text if one of its other fields may be the text: if it is longer
   * than the title and longer than most names and codes, and has several words.
   */
  static void reject(Document document) throws MalformedRecordException {
    for (Map.Entry<String, MetadataValue> field : document.metadata().fields().entrySet()) {
      String value =
          field.getValue().elements().stream()
              .filter(MetadataValue.StringValue.class::isInstance)
              .map(MetadataValue::toString)
              .collect(Collectors.joining("\n"));
      if (isText(value) && value.length() > document.title().length()) {
        throw new MalformedRecordException(
            "has no text, but "
                + Excerpt.quote(field.getKey())
                + " with "
                + value.codePointCount(0, value.length())
                + " characters may be the text: rename it to \"text\", or add an empty \"text\" if"
                + " the title is all, or specify its name");
      }
    }
  }

  private static boolean isText(String value) {
    boolean words =
        value.length() >= MIN_LENGTH && value.strip().chars().anyMatch(Character::isWhitespace);
    return words || value.codePoints().filter(UnnamedText::isUnspaced).count() >= MIN_LENGTH / 2;
  }

  /** Whether a character belongs to a script that is written without spaces between words. */
  private static boolean isUnspaced(int codePoint) {
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> true;
      default -> false;
    };
  }
}
