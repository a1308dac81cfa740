// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import com.ibm.icu.text.Normalizer2;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/**
 * The lines of a text with rules. A line that begins with {@code #} is a comment; {@code [de]}
 * limits the following lines to a language, until {@code [*]} or another one.
 */
final class RuleLines {
  /** Maximum number of characters of a text. */
  static final int MAX_CHARACTERS = 2_000_000;

  /** Maximum number of rules in a text. */
  static final int MAX_RULES = 20_000;

  private static final Pattern SECTION = Pattern.compile("\\[\\s*(\\*|[^\\]\\s]+)\\s*\\]");

  private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");
  private static final Normalizer2 FOLDING = Normalizer2.getNFKCCasefoldInstance();

  private RuleLines() {}

  /**
   * A line with a rule.
   *
   * @param source name of the text, for messages
   * @param number of the line, from 1
   * @param language code of the language of the passages that it is about; empty for all
   * @param text without blanks at its ends, not empty
   */
  record RuleLine(String source, int number, Optional<String> language, String text) {
    /** Returns an error that names the line. */
    IsoglossException error(String message) {
      return new IsoglossException(source + ", line " + number + ": " + message);
    }

    boolean isAbout(String code) {
      return language.isEmpty() || language.get().equals(code);
    }
  }

  /**
   * Reads the rules of a text.
   *
   * @throws IsoglossException if a language is not known, or the text is too large
   */
  static List<RuleLine> of(String source, String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IsoglossException(
          source + ": has " + text.length() + " characters, expected at most " + MAX_CHARACTERS);
    }
    List<RuleLine> lines = new ArrayList<>();
    Optional<String> language = Optional.empty();
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      String stripped = (number == 1 ? line.replaceFirst("^\uFEFF", "") : line).strip();
      Matcher section = SECTION.matcher(stripped);
      RuleLine rule = new RuleLine(source, number, language, stripped);
      if (section.matches()) {
        language = language(rule, section.group(1));
      } else if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        lines.add(rule);
      }
    }
    if (lines.size() > MAX_RULES) {
      throw new IsoglossException(
          source + ": has " + lines.size() + " rules, expected at most " + MAX_RULES);
    }
    return List.copyOf(lines);
  }

  /** Returns a text as it is compared: in lower case, of compatible characters, single spaces. */
  static String folded(String text) {
    return SPACES.matcher(FOLDING.normalize(text)).replaceAll(" ").strip();
  }

  private static Optional<String> language(RuleLine line, String tag) {
    if (tag.equals("*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Language.of(tag).code());
    } catch (IsoglossException e) {
      throw line.error(e.getMessage() + "; expected a language such as [de], or [*] for all");
    }
  }
}
