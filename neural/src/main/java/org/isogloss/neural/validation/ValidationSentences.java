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
 * English sentences and their line-aligned translations, for validation.
 *
 * @param translations the translations, in the order of the files, without English
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
   * Reads a folder such as NTREX.
   *
   * @throws org.isogloss.core.IsoglossException if there is no English file, or files differ in
   *     their number of lines
   */
  public static ValidationSentences read(Path folder) {
    NtrexFolder files = NtrexFolder.open(folder);
    List<String> english = files.sentences(ENGLISH);
    SequencedMap<Language, List<String>> others = new LinkedHashMap<>(files.sentences());
    others.remove(ENGLISH);
    return new ValidationSentences(english, others);
  }

  /** Returns the first sentences of each language. */
  public ValidationSentences firstSentences(int limit) {
    SequencedMap<Language, List<String>> fewer = new LinkedHashMap<>();
    translations.forEach((language, texts) -> fewer.put(language, head(texts, limit)));
    return new ValidationSentences(head(english, limit), fewer);
  }

  private static List<String> head(List<String> texts, int limit) {
    return texts.subList(0, Math.min(limit, texts.size()));
  }
}
