// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.Optional;
import org.isogloss.core.Language;

/**
 * The title of a page in the wiki of a language, in its normal form: blanks instead of underscores,
 * the first letter in upper case.
 *
 * @param language the language of the wiki
 * @param title the title, without a namespace
 */
public record WikiTitle(Language language, String title) {
  public WikiTitle {
    title = normalized(title);
  }

  /** The title in a wiki whose code is a language; empty for the codes of other wikis. */
  static Optional<WikiTitle> find(String code, String title) {
    // A language inside a macrolanguage, such as cmn, has no wiki of its own.
    return title.isBlank()
        ? Optional.empty()
        : Language.find(code)
            .filter(language -> language.tag().equals(code))
            .map(language -> new WikiTitle(language, title));
  }

  private static String normalized(String title) {
    String spaced = title.replace('_', ' ').strip();
    if (spaced.isEmpty()) {
      return spaced;
    }
    int first = spaced.codePointAt(0);
    return new StringBuilder()
        .appendCodePoint(Character.toTitleCase(first))
        .append(spaced, Character.charCount(first), spaced.length())
        .toString();
  }

  /** The form of interlanguage links: {@code de:Rhein}. */
  @Override
  public String toString() {
    return language.tag() + ":" + title;
  }
}
