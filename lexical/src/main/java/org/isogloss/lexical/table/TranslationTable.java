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
 * How likely a word of one language is translated by which words of another, in both directions.
 * The table lies in a file that is mapped into memory: opening it takes no heap. Safe for use by
 * many threads at once.
 */
public final class TranslationTable {
  private final TableSide source;
  private final TableSide target;
  private final AtomicReference<InverseTranslations> columns = new AtomicReference<>();

  TranslationTable(TableSide source, TableSide target) {
    this.source = source;
    this.target = target;
  }

  /**
   * Opens a table and checks all of it: the file is read once.
   *
   * @throws org.isogloss.core.IsoglossException if the file is missing, is something else, is of
   *     another version, was cut or damaged, or holds numbers, words or probabilities that no table
   *     can have
   */
  public static TranslationTable open(Path file) {
    return new TranslationTableReader(file).open();
  }

  /** Refuses a table of which a side is not what it should be. */
  void validate(Path file) {
    new TableValidator(file, "source", source, target.size()).run();
    new TableValidator(file, "target", target, source.size()).run();
  }

  /** The language of the words that are translated, and the language they are translated into. */
  public LanguagePair languages() {
    return new LanguagePair(source.language(), target.language());
  }

  /** The same table in the other direction. */
  public TranslationTable reversed() {
    return new TranslationTable(target, source);
  }

  /** The words of the bitext, in the order of their bytes in UTF-8. */
  public List<String> words() {
    return new Words(source);
  }

  /** How many translations all words have together. */
  public int size() {
    return source.translationCount();
  }

  /**
   * The translations of a word, likely ones first; their probabilities sum up to 1.
   *
   * @param word as the table's words are written: in small letters, unless the bitext was cut by
   *     other means
   * @return empty where the word is not in the table
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
   * The words that a word is a translation of, each with the probability of that translation: the
   * other end of {@link #reversed()}'s {@link #translations}. The first call sorts the table for
   * it, which takes eight bytes of heap for each translation.
   *
   * @return words of the other language with {@code p(word | them)}, which do not sum up to 1
   */
  public List<Translation> sources(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    if (number < 0) {
      return List.of();
    }
    InverseTranslations sorted = columns();
    List<Translation> found = new ArrayList<>();
    for (int n = sorted.start(number); n < sorted.end(number); n++) {
      found.add(
          new Translation(target.word(sorted.sourceWord(n)), target.probability(sorted.entry(n))));
    }
    return found;
  }

  /** Whether {@link #sources} gives any words. */
  public boolean isTranslation(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    return number >= 0 && columns().end(number) > columns().start(number);
  }

  private InverseTranslations columns() {
    InverseTranslations known = columns.get();
    if (known == null) {
      // Two threads may both do it at first; they get the same.
      known = new InverseTranslations(target, source.size());
      columns.set(known);
    }
    return known;
  }

  /**
   * Writes this table as one of terms instead of words: words that become one term are taken
   * together, a translation that becomes several is shared among them, one that becomes none is
   * left out. The file appears all at once.
   *
   * @param sourceTerms what becomes of a word of the source language
   * @param targetTerms what becomes of a word of the target language
   * @throws org.isogloss.core.IsoglossException if the file cannot be written
   */
  public void writeAnalysed(
      Path file,
      Function<String, List<String>> sourceTerms,
      Function<String, List<String>> targetTerms) {
    AnalysedTableWriter.write(source, target, sourceTerms, targetTerms, file);
  }

  /** How often a word stands in the bitext; 0 where it does not. */
  public int count(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    return number < 0 ? 0 : source.count(number);
  }

  /** How many words the sentences of the bitext have together. */
  public long tokenCount() {
    return source.tokenCount();
  }

  /** Words as they lie in the file. */
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
