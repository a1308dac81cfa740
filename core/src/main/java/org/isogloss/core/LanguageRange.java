// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;

/**
 * A range of languages that a user selects, as in the basic filtering of RFC 4647: a range contains
 * the language it names and everything more specific.
 *
 * <ul>
 *   <li>{@code zh} contains Chinese in any script, {@code zh-Hant} and {@code zh-TW} only
 *       traditional, {@code zh-Hans} and {@code zh-CN} only simplified Chinese.
 *   <li>A macrolanguage of ISO 639-3 contains its languages: {@code no} contains {@code nb} and
 *       {@code nn}. The reverse does not hold: {@code nb} does not contain {@code no}, which may be
 *       Nynorsk. By exception {@code ms} does not contain {@code id}.
 * </ul>
 *
 * @param language the language, or macrolanguage
 * @param script ISO 15924; empty for any script
 */
public record LanguageRange(Language language, Optional<String> script) {
  public LanguageRange {
    requireNonNull(language, "language is null");
    requireNonNull(script, "script is null");
  }

  /**
   * The range that a tag names.
   *
   * @param tag a tag in the form that {@link Language#of} accepts
   * @throws IsoglossException if the tag names no known language
   */
  public static LanguageRange of(String tag) {
    Language language = Language.of(tag);
    String[] subtags = tag.strip().replace('_', '-').toLowerCase(Locale.ROOT).split("-", -1);
    boolean scripted = !language.equals(Language.of(subtags[0]));
    for (int i = 1; i < subtags.length; i++) {
      scripted |= Language.isScript(subtags[i]);
      scripted |= language.code().equals("zh") && Language.SIMPLIFIED_REGIONS.contains(subtags[i]);
    }
    return new LanguageRange(
        language, scripted ? Optional.of(language.script()) : Optional.empty());
  }

  /**
   * The range of a language: any script if the language is in its default script, else only its
   * script.
   */
  public static LanguageRange of(Language language) {
    return of(language.tag());
  }

  /** Whether the range contains a language in its script. */
  public boolean contains(Language other) {
    return containsLanguage(other) && (script.isEmpty() || script.get().equals(other.script()));
  }

  /** Whether the range contains a language, in whatever script. */
  public boolean containsLanguage(Language other) {
    return language.code().equals(other.code())
        || LanguageTable.macrolanguage(other.code()).equals(Optional.of(language.code()));
  }

  /** A tag that {@link #of(String)} parses to this range. */
  @Override
  public String toString() {
    return language.code() + script.map(code -> "-" + code).orElse("");
  }
}
