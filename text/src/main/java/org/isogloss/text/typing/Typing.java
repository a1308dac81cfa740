// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.typing;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.text.normalization.AccentFolding;

/** How the query of a user differs from a text that an editor has read. */
public enum Typing {
  /** Not at all. */
  CAREFUL {
    @Override
    public Optional<String> type(String text, long hash) {
      return Optional.of(text);
    }
  },

  /** Without the accents of Latin, Greek, Cyrillic and Hebrew letters. */
  UNACCENTED {
    @Override
    public Optional<String> type(String text, long hash) {
      return Optional.of(AccentFolding.withoutAccents(text)).filter(typed -> !typed.equals(text));
    }
  },

  /** With an error in one word of at least five letters: two exchanged, one omitted or repeated. */
  MISSPELT {
    @Override
    public Optional<String> type(String text, long hash) {
      List<String> typed = new ArrayList<>();
      BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
      words.setText(text);
      for (int start = words.first(), end = words.next();
          end != BreakIterator.DONE;
          start = end, end = words.next()) {
        String word = text.substring(start, end);
        if (word.length() >= MIN_LETTERS && word.chars().allMatch(Typing::isSpeltByLetters)) {
          typed.add(text.substring(0, start) + misspell(word, hash) + text.substring(end));
        }
      }
      return typed.isEmpty()
          ? Optional.empty()
          : Optional.of(typed.get((int) Long.remainderUnsigned(hash, typed.size())));
    }
  };

  private static final int MIN_LETTERS = 5;

  /**
   * Types a text.
   *
   * @param hash determines the errors
   * @return empty if the text cannot be typed in this way, because it has no such letters or words
   */
  public abstract Optional<String> type(String text, long hash);

  private static boolean isSpeltByLetters(int c) {
    return Character.isAlphabetic(c) && !Character.isIdeographic(c);
  }

  /** Changes a word between its first and its last letter. */
  private static String misspell(String word, long hash) {
    int at = 1 + (int) Long.remainderUnsigned(hash >>> 16, word.length() - 3);
    String before = word.substring(0, at);
    char letter = word.charAt(at);
    String after = word.substring(at + 1);
    return switch ((int) Long.remainderUnsigned(hash >>> 8, 3)) {
      case 0 -> before + after.charAt(0) + letter + after.substring(1);
      case 1 -> before + after;
      default -> before + letter + letter + after;
    };
  }
}
