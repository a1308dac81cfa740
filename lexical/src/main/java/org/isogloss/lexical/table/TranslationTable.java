// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.isogloss.data.LanguagePair;

/**
 * A table of word translation probabilities between two languages, in both directions. The table is
 * a memory-mapped file, so opening it uses no heap. Thread-safe.
 */
public final class TranslationTable {
  private final TableSide source;
  private final TableSide target;
  private final AtomicReference<InverseTranslations> inverse = new AtomicReference<>();

  TranslationTable(TableSide source, TableSide target) {
    this.source = source;
    this.target = target;
  }

  /**
   * Opens a table and validates all of it; the file is read once.
   *
   * @throws org.isogloss.core.IsoglossException if the file is missing, is not a table, has an
   *     unsupported version, is truncated or damaged, or contains invalid numbers, words or
   *     probabilities
   */
  public static TranslationTable open(Path file) {
    return new TranslationTableReader(file).open();
  }

  /** Rejects a table with an invalid side. */
  void validate(Path file) {
    new TableValidator(file, "source", source, target.size()).run();
    new TableValidator(file, "target", target, source.size()).run();
  }

  /** Returns the language of the words, and the language of their translations. */
  public LanguagePair languages() {
    return new LanguagePair(source.language(), target.language());
  }

  /** Returns the same table in the other direction. */
  public TranslationTable reversed() {
    return new TranslationTable(target, source);
  }

  /** Returns the words of the bitext, sorted by their bytes in UTF-8. */
  public List<String> words() {
    return new Words(source);
  }

  /** Returns the total number of translations of all words. */
  public int size() {
    return source.translationCount();
  }

  /**
   * Returns the translations of a word, most likely first; their probabilities sum to 1.
   *
   * @param word a word in the form of the table: in lower case, unless another tokenizer was used
   *     for the bitext
   * @return the translations; empty if the word is not in the table
   */
  public List<Translation> translations(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    if (number < 0) {
      return List.of();
    }
    List<Translation> translations = new ArrayList<>();
    for (int n = source.rowStart(number); n < source.rowEnd(number); n++) {
      translations.add(new Translation(target.word(source.translation(n)), source.probability(n)));
    }
    return translations;
  }

  /**
   * Returns the words of which a word is a translation, each with the probability of that
   * translation: the inverse of {@link #translations} of the {@link #reversed()} table. The first
   * call builds an inverted index, which needs eight bytes of heap per translation.
   *
   * @return words of the other language with {@code p(word | other word)}, which need not sum to 1
   */
  public List<Translation> sources(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    if (number < 0) {
      return List.of();
    }
    InverseTranslations inverted = inverse();
    List<Translation> sources = new ArrayList<>();
    for (int n = inverted.start(number); n < inverted.end(number); n++) {
      sources.add(
          new Translation(
              target.word(inverted.sourceWord(n)), target.probability(inverted.entry(n))));
    }
    return sources;
  }

  /** Returns whether {@link #sources} returns any words. */
  public boolean isTranslation(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    return number >= 0 && inverse().end(number) > inverse().start(number);
  }

  private InverseTranslations inverse() {
    InverseTranslations cached = inverse.get();
    if (cached == null) {
      // Two threads can build the index at the same time; both results are equal.
      cached = new InverseTranslations(target, source.size());
      inverse.set(cached);
    }
    return cached;
  }

  /**
   * Writes this table as a table of terms instead of words: words with the same term are merged,
   * the probability of a translation with several terms is divided among them, and words without a
   * term are dropped. The file appears whole or not at all.
   *
   * @param sourceTerms returns the terms of a word of the source language
   * @param targetTerms returns the terms of a word of the target language
   * @throws org.isogloss.core.IsoglossException if the file cannot be written
   */
  public void writeAnalysed(
      Path file,
      Function<String, List<String>> sourceTerms,
      Function<String, List<String>> targetTerms) {
    AnalysedTableWriter.write(source, target, sourceTerms, targetTerms, file);
  }

  /** Returns the number of occurrences of a word in the bitext. */
  public int count(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    return number < 0 ? 0 : source.count(number);
  }

  /** Returns the total number of words in the bitext. */
  public long tokenCount() {
    return source.tokenCount();
  }

  /** A view of the words in the file. */
  private static final class Words extends AbstractList<String> implements RandomAccess {
    private final TableSide side;

    Words(TableSide side) {
      this.side = side;
    }

    @Override
    public String get(int number) {
      return side.word(number);
    }

    @Override
    public int size() {
      return side.size();
    }
  }
}
