// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.isogloss.core.util.NameSuggestions;

/** The table of languages, loaded from the resource {@code languages.tsv}. */
final class LanguageTable {
  private static final Map<String, Language> BY_CODE = new LinkedHashMap<>();
  private static final Map<String, Language> BY_ANY_CODE = new HashMap<>();
  private static final Map<String, String> MACROLANGUAGES = new HashMap<>();

  static {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(LanguageTable.class.getResourceAsStream("languages.tsv")),
                StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(LanguageTable::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LanguageTable() {}

  private static void add(String line) {
    String[] fields = line.split("\t", -1);
    Language language = new Language(fields[0], fields[1], fields[2], fields[3]);
    BY_CODE.put(language.code(), language);
    BY_ANY_CODE.put(language.code(), language);
    BY_ANY_CODE.put(language.alpha3(), language);
    for (String alias : fields[4].split(",")) {
      if (!alias.isEmpty()) {
        BY_ANY_CODE.put(alias, language);
      }
    }
    if (fields.length > 5) {
      MACROLANGUAGES.put(language.code(), fields[5]);
    }
  }

  /** The code of the macrolanguage of the language with this code; empty if it has none. */
  static Optional<String> macrolanguage(String code) {
    return Optional.ofNullable(MACROLANGUAGES.get(code));
  }

  static Optional<Language> byCode(String code) {
    return Optional.ofNullable(BY_ANY_CODE.get(code));
  }

  static Collection<Language> all() {
    return BY_CODE.values();
  }

  /** The code of the language whose English name or code is nearest to the user's input. */
  static Optional<String> nearest(String typed) {
    Optional<String> named =
        BY_CODE.values().stream()
            .filter(language -> language.name().equalsIgnoreCase(typed.strip()))
            .map(Language::code)
            .findFirst();
    return named.isPresent() ? named : NameSuggestions.nearest(typed, BY_ANY_CODE.keySet());
  }
}
