// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;

/** Reads texts as the words that a model knows; other words are left out. Thread-safe. */
public final class SentenceReader {
  private final List<WordTable> words;
  private final int maxLength;

  /**
   * Creates a reader.
   *
   * @param words the words of each language, one language or more
   * @param maxLength maximum number of words of a text; further words are ignored
   */
  public SentenceReader(List<WordTable> words, int maxLength) {
    this.words = List.copyOf(words);
    this.maxLength = maxLength;
    if (words.isEmpty()) {
      throw new IllegalArgumentException("there is no table of words");
    }
  }

  /** Returns the languages of the model. */
  public List<Language> languages() {
    return words.stream().map(WordTable::language).toList();
  }

  /** Returns the language of the model with the code of a language, whatever its script. */
  public Optional<Language> find(Language language) {
    return table(language).map(WordTable::language);
  }

  private Optional<WordTable> table(Language language) {
    return words.stream()
        .filter(table -> table.language().code().equals(language.code()))
        .findFirst();
  }

  /**
   * Reads a text.
   *
   * @param language language of the text; if the model does not have it, the text is read in the
   *     language that knows most of its words
   */
  public WordSequence read(String text, Language language) {
    return table(language)
        .map(table -> read(text, table))
        .orElseGet(
            () ->
                words.stream()
                    .map(table -> read(text, table))
                    .max(Comparator.comparingInt(WordSequence::length))
                    .orElseThrow());
  }

  private WordSequence read(String text, WordTable table) {
    return new WordSequence(table, table.rows(text, maxLength));
  }

  /**
   * Detects the language of texts that are all in the same language.
   *
   * @return the language of the model that knows most words of all texts together; empty if no
   *     language knows any
   */
  public Optional<Language> detect(List<String> texts) {
    record Known(WordTable table, long count) {}
    return words.stream()
        .map(table -> new Known(table, known(texts, table)))
        .filter(known -> known.count() > 0)
        // Of languages that know as many words, the first one.
        .reduce((a, b) -> b.count() > a.count() ? b : a)
        .map(known -> known.table().language());
  }

  private long known(List<String> texts, WordTable table) {
    return texts.stream().mapToLong(text -> table.rows(text, maxLength).length).sum();
  }
}
