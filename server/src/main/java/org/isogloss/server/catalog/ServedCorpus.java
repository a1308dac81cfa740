// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Deadline;
import org.isogloss.core.Language;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.ConcordanceReader;
import org.isogloss.lexical.concordance.SampledTable;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.lexical.table.TableAligner;
import org.isogloss.lexical.table.TranslationTable;

/**
 * A bitext whose concordances clients ask for. Each request reads the file as a stream, so that
 * memory does not depend on its size.
 */
public final class ServedCorpus {
  /** Of more occurrences, a random sample of this size is aligned. */
  private static final int MAX_OCCURRENCES = 1_000;

  /**
   * Maximum number of characters of a sentence: a concordance leaves longer ones out, because the
   * time to align two sentences and the size of a reply grow with their lengths.
   */
  private static final int MAX_SENTENCE_LENGTH = 2_000;

  /** Number of pairs from which a translation table is learned. */
  private static final int TABLE_SAMPLE = 20_000;

  private final String name;
  private final Path file;
  private final LanguagePair languages;
  private final TableAligner forward;
  private final TableAligner backward;

  private ServedCorpus(String name, Path file, LanguagePair languages, TranslationTable table) {
    this.name = requireNonNull(name, "name is null");
    this.file = requireNonNull(file, "file is null");
    this.languages = requireNonNull(languages, "languages is null");
    this.forward = new TableAligner(table);
    this.backward = new TableAligner(table.reversed());
  }

  /**
   * Opens a bitext.
   *
   * @param languages its languages; empty for those that its content or name states
   * @param tables translation tables; the first one of its languages aligns words. If none is, a
   *     table is learned from a sample of the bitext
   * @param threads number of threads that learn
   * @throws org.isogloss.core.IsoglossException if the languages are not known, or the table must
   *     be learned and a pair is malformed
   */
  static ServedCorpus open(
      String name,
      Path file,
      Optional<LanguagePair> languages,
      List<TranslationTable> tables,
      int threads) {
    LanguagePair stored = languages.orElseGet(() -> Bitext.languages(file));
    TranslationTable table =
        tables.stream()
            .filter(given -> isOf(given, stored))
            .findFirst()
            .map(given -> given.languages().equals(stored) ? given : given.reversed())
            .orElseGet(() -> learn(file, stored, threads));
    return new ServedCorpus(name, file, stored, table);
  }

  /** Whether a table has the languages of a bitext, in either order. */
  static boolean isOf(TranslationTable table, LanguagePair languages) {
    return table.languages().equals(languages) || table.languages().equals(languages.reversed());
  }

  private static TranslationTable learn(Path file, LanguagePair languages, int threads) {
    try (Records<SentencePair> pairs = Bitext.readByPosition(file, languages, OnError.FAIL)) {
      Path folder = Files.createTempDirectory("isogloss-concordance");
      try {
        Path table = folder.resolve("table");
        SampledTable.learn(
            pairs,
            languages,
            Optional.empty(),
            TABLE_SAMPLE,
            AlignerOptions.builder().threads(threads).build(),
            ParallelCorpus.Listener.NONE,
            table);
        return TranslationTable.open(table);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return name;
  }

  /** The languages as stored. */
  public LanguagePair languages() {
    return languages;
  }

  /**
   * Finds the occurrences of words, with the words of the translations that are aligned with them.
   * Malformed pairs are left out.
   *
   * @param language one of the languages; if empty, the first one, or the second one if the words
   *     occur only there
   * @throws org.isogloss.core.DeadlineExceededException if the {@link Deadline} of the thread
   *     passes before the end of the bitext
   */
  public Concordance concordance(WordPattern words, Optional<Language> language) {
    Concordance found = find(words, language.orElse(languages.source()));
    if (found.occurrenceCount() == 0 && language.isEmpty()) {
      Concordance other = find(words, languages.target());
      found = other.occurrenceCount() == 0 ? found : other;
    }
    Deadline.check();
    return found.aligned(found.languages().equals(languages) ? forward : backward);
  }

  private Concordance find(WordPattern words, Language language) {
    boolean isStoredOrder = language.equals(languages.source());
    LanguagePair order = isStoredOrder ? languages : languages.reversed();
    try (Records<SentencePair> stored = Bitext.readByPosition(file, languages, OnError.SKIP)) {
      Records<SentencePair> pairs =
          stored.map(pair -> withoutLongSentences(isStoredOrder ? pair : pair.reversed()));
      return new ConcordanceReader(order, MAX_OCCURRENCES)
          .read(pairs, words, (read, fraction) -> Deadline.check());
    }
  }

  private static SentencePair withoutLongSentences(SentencePair pair) {
    return Math.max(pair.source().length(), pair.target().length()) <= MAX_SENTENCE_LENGTH
        ? pair
        : new SentencePair(pair.sourceLanguage(), pair.targetLanguage(), "", "", "");
  }
}
