// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A language in a script: {@code de} is German, {@code zh-Hant} is Chinese in traditional
 * characters.
 *
 * @param code ISO 639-1 if the language has such a code ({@code de}), else ISO 639-3 ({@code ckb});
 *     {@code und} for {@link #UNDETERMINED}
 * @param alpha3 ISO 639-3 ({@code deu})
 * @param script ISO 15924 ({@code Latn})
 * @param name the English name
 */
public record Language(String code, String alpha3, String script, String name) {
  /** The language of a text whose language is not known. */
  public static final Language UNDETERMINED = new Language("und", "und", "Zyyy", "undetermined");

  private static final Set<String> RIGHT_TO_LEFT =
      Set.of(
          "Adlm", "Arab", "Armi", "Avst", "Hebr", "Mand", "Mani", "Nkoo", "Phli", "Phnx", "Rohg",
          "Samr", "Sogd", "Syrc", "Thaa");

  /** Regions that write Chinese in traditional characters. */
  private static final Set<String> TRADITIONAL_REGIONS = Set.of("tw", "hk", "mo");

  /** Regions that write Chinese in simplified characters. */
  static final Set<String> SIMPLIFIED_REGIONS = Set.of("cn", "sg", "my");

  /** Codes of ISO 15924 that Unicode does not treat as scripts of their own, in lower case. */
  private static final Set<String> SCRIPT_VARIANTS =
      Set.of("hans", "hant", "jpan", "kore", "hrkt", "latf", "latg", "cyrs", "aran");

  /** Codes of ISO 3166-1. */
  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  /** The writing direction of a script. */
  public enum Direction {
    LEFT_TO_RIGHT,
    RIGHT_TO_LEFT
  }

  public Language {
    requireNonNull(code, "code is null");
    requireNonNull(alpha3, "alpha3 is null");
    requireNonNull(script, "script is null");
    requireNonNull(name, "name is null");
  }

  /**
   * The language that a tag names.
   *
   * @param tag ISO 639-1, 639-2 (B or T) or 639-3 code, or a BCP 47 tag, in any case, with {@code
   *     -} or {@code _}: {@code de}, {@code ger}, {@code deu}, {@code de-AT}, {@code zh_Hant_TW}.
   *     The code of a language inside a macrolanguage is read as the macrolanguage ({@code cmn} is
   *     {@code zh})
   * @throws IsoglossException if the tag names no known language
   */
  public static Language of(String tag) {
    return find(tag)
        .orElseThrow(
            () -> {
              String suggestion =
                  LanguageTable.nearest(tag).map(near -> "; did you mean " + near + "?").orElse("");
              return new IsoglossException(
                  "unknown language \""
                      + tag
                      + "\": expected an ISO 639 code such as de, deu or zh-Hant"
                      + suggestion);
            });
  }

  /** Like {@link #of}, but returns an empty result where {@code of} throws an exception. */
  public static Optional<Language> find(String tag) {
    String[] subtags = tag.strip().replace('_', '-').toLowerCase(Locale.ROOT).split("-", -1);
    if (subtags[0].equals(UNDETERMINED.code)) {
      return Optional.of(UNDETERMINED);
    }
    return LanguageTable.byCode(subtags[0]).map(language -> language.withScriptOf(subtags));
  }

  /**
   * Like {@link #find}, but for a name of a file or folder, which may begin like a tag by chance,
   * such as {@code it-department} or {@code my-docs}: after the code, only a script, a country or a
   * number of a region is allowed, in this order.
   */
  public static Optional<Language> findInName(String name) {
    String[] subtags = name.replace('_', '-').split("-", -1);
    int next = 1;
    if (next < subtags.length && subtags[next].length() == 4) {
      if (!isKnownScript(subtags[next++])) {
        return Optional.empty();
      }
    }
    if (next < subtags.length && !isRegion(subtags[next++])) {
      return Optional.empty();
    }
    return next < subtags.length ? Optional.empty() : find(name);
  }

  private static boolean isKnownScript(String subtag) {
    if (SCRIPT_VARIANTS.contains(subtag.toLowerCase(Locale.ROOT))) {
      return true;
    }
    try {
      Character.UnicodeScript.forName(subtag);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isRegion(String subtag) {
    return COUNTRIES.contains(subtag.toUpperCase(Locale.ROOT)) || subtag.matches("\\d{3}");
  }

  /** All languages of the table, in the order of their codes, each in its default script. */
  public static Iterable<Language> all() {
    return LanguageTable.all();
  }

  private Language withScriptOf(String[] subtags) {
    for (int i = 1; i < subtags.length; i++) {
      String subtag = subtags[i];
      if (isScript(subtag)) {
        String title = subtag.substring(0, 1).toUpperCase(Locale.ROOT) + subtag.substring(1);
        return new Language(code, alpha3, title, name);
      }
      if (code.equals("zh") && TRADITIONAL_REGIONS.contains(subtag)) {
        return new Language(code, alpha3, "Hant", name);
      }
    }
    return this;
  }

  /** Whether a subtag in lower case has the form of a script code. */
  static boolean isScript(String subtag) {
    return subtag.length() == 4 && subtag.chars().allMatch(c -> c >= 'a' && c <= 'z');
  }

  public boolean isUndetermined() {
    return code.equals(UNDETERMINED.code);
  }

  public Direction direction() {
    return RIGHT_TO_LEFT.contains(script) ? Direction.RIGHT_TO_LEFT : Direction.LEFT_TO_RIGHT;
  }

  /**
   * The shortest BCP 47 tag: the code, followed by the script if it is not the default script of
   * the language.
   */
  public String tag() {
    boolean defaultScript =
        isUndetermined()
            || LanguageTable.byCode(code).map(known -> known.script.equals(script)).orElse(false);
    return defaultScript ? code : code + "-" + script;
  }

  @Override
  public String toString() {
    return tag();
  }
}
