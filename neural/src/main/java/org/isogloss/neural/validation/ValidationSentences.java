// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.validation;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.NtrexFolder;

/**
 * English sentences and their translations, for validation.
 *
 * @param english the English sentences
 * @param translations the translations of the sentences, in the same order, by language in the
 *     order of the files; without English
 */
public record ValidationSentences(
    List<String> english, SequencedMap<Language, List<String>> translations) {
  private static final Language ENGLISH = Language.of("en");

  public ValidationSentences {
    english = List.copyOf(english);
    translations =
        Collections.unmodifiableSequencedMap(
            new LinkedHashMap<>(requireNonNull(translations, "translations is null")));
  }

  /**
   * Reads a folder in the format of NTREX.
   *
   * @throws org.isogloss.core.IsoglossException if there is no English file, or the files differ in
   *     their number of lines
   */
  public static ValidationSentences read(Path folder) {
    NtrexFolder files = NtrexFolder.open(folder);
    List<String> english = files.sentences(ENGLISH);
    SequencedMap<Language, List<String>> translations = new LinkedHashMap<>(files.sentences());
    translations.remove(ENGLISH);
    return new ValidationSentences(english, translations);
  }

  /** Returns the first {@code limit} sentences of each language. */
  public ValidationSentences firstSentences(int limit) {
    SequencedMap<Language, List<String>> firstTranslations = new LinkedHashMap<>();
    translations.forEach((language, texts) -> firstTranslations.put(language, head(texts, limit)));
    return new ValidationSentences(head(english, limit), firstTranslations);
  }

  private static List<String> head(List<String> texts, int limit) {
    return texts.subList(0, Math.min(limit, texts.size()));
  }
}
