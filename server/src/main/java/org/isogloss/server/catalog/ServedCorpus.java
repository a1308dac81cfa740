// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isogloss.core.Deadline;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.concordance.Collocation;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.ConcordanceReader;
import org.isogloss.lexical.concordance.SampledTable;
import org.isogloss.lexical.concordance.WordFrequency;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.lexical.concordance.WordStatistics;
import org.isogloss.lexical.table.TableAligner;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.server.http.RequestException;

/**
 * A bitext whose concordances clients ask for. Each request reads the files as a stream, so that
 * memory does not depend on their size; the results of the last requests are kept.
 */
public final class ServedCorpus {
  private static final System.Logger LOG = System.getLogger(ServedCorpus.class.getName());

  /** Of more occurrences, a random sample of this size is aligned. */
  private static final int MAX_OCCURRENCES = 1_000;

  /**
   * Maximum number of characters of a sentence: a concordance leaves longer ones out, because the
   * time to align two sentences and the size of a reply grow with their lengths.
   */
  private static final int MAX_SENTENCE_LENGTH = 2_000;

  /** Number of pairs from which a translation table is learned. */
  private static final int TABLE_SAMPLE = 20_000;

  /** Maximum number of distinct words or n-grams in memory while they are counted. */
  private static final int MAX_COUNTED = 200_000;

  /** Maximum number of rows of statistics that are kept. */
  private static final int MAX_ROWS = 1_000;

  private final String name;
  private final CorpusFiles files;
  private final LanguagePair languages;
  private final TableAligner forward;
  private final TableAligner backward;
  private final RecentResults<Object, CorpusResult<?>> recent;

  /** Only one thread counts at a time, because counts take memory. */
  private final Semaphore counting = new Semaphore(1);

  /** A request for a concordance. */
  private record Sought(String words, Optional<Language> language) {}

  /** A request for collocations. */
  private record Near(String words, Language language, int window, int minCount) {}

  /** A request for frequencies. */
  private record Frequent(Optional<String> words, Language language, int length, int minCount) {}

  private ServedCorpus(
      String name, CorpusFiles files, LanguagePair languages, TranslationTable table) {
    this.name = requireNonNull(name, "name is null");
    this.files = requireNonNull(files, "files is null");
    this.languages = requireNonNull(languages, "languages is null");
    this.forward = new TableAligner(table);
    this.backward = new TableAligner(table.reversed());
    this.recent = new RecentResults<>(files);
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
      CorpusFiles files,
      Optional<LanguagePair> languages,
      List<TranslationTable> tables,
      int threads) {
    files.states(); // Fails early if requests could not read them.
    LanguagePair stored = languages.orElseGet(files::languages);
    TranslationTable table =
        tables.stream()
            .filter(given -> isOf(given, stored))
            .findFirst()
            .map(given -> given.languages().equals(stored) ? given : given.reversed())
            .orElseGet(() -> learn(files, stored, threads));
    return new ServedCorpus(name, files, stored, table);
  }

  /** Whether a table has the languages of a bitext, in either order. */
  static boolean isOf(TranslationTable table, LanguagePair languages) {
    return table.languages().equals(languages) || table.languages().equals(languages.reversed());
  }

  private static TranslationTable learn(CorpusFiles files, LanguagePair languages, int threads) {
    try (Records<SentencePair> pairs = files.open(languages, OnError.FAIL)) {
      return SampledTable.learn(
          pairs,
          languages,
          Optional.empty(),
          TABLE_SAMPLE,
          AlignerOptions.builder().threads(threads).build(),
          ParallelCorpus.Listener.NONE);
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
   * @throws DeadlineExceededException if the {@link Deadline} of the thread passes before the end
   *     of the bitext
   * @throws RequestException if the files have been deleted, or no pair of them can be read
   */
  public CorpusResult<Concordance> concordance(WordPattern words, Optional<Language> language) {
    return recent(new Sought(words.toString(), language), () -> aligned(words, language));
  }

  /**
   * Finds the words near the occurrences of others.
   *
   * @param language one of the languages; the first one if empty
   * @param window number of words before and after an occurrence that are near it
   * @param minCount words that are near fewer times are left out
   * @throws DeadlineExceededException like {@link #concordance}
   * @throws RequestException like {@link #concordance}
   */
  public CorpusResult<WordStatistics<Collocation>> collocations(
      WordPattern words, Optional<Language> language, int window, int minCount) {
    Language side = language.orElse(languages.source());
    return recent(
        new Near(words.toString(), side, window, minCount),
        () ->
            count(
                side,
                pairs ->
                    WordStatistics.collocations(
                        pairs,
                        side,
                        words,
                        window,
                        minCount,
                        MAX_COUNTED,
                        (read, fraction) -> Deadline.check())));
  }

  /**
   * Counts words or n-grams.
   *
   * @param words counts only those that contain these words; all if empty
   * @param language one of the languages; the first one if empty
   * @param length number of words of an n-gram
   * @param minCount rows with a lower count are left out
   * @throws DeadlineExceededException like {@link #concordance}
   * @throws RequestException like {@link #concordance}
   */
  public CorpusResult<WordStatistics<WordFrequency>> frequencies(
      Optional<WordPattern> words, Optional<Language> language, int length, int minCount) {
    Language side = language.orElse(languages.source());
    return recent(
        new Frequent(words.map(WordPattern::toString), side, length, minCount),
        () ->
            count(
                side,
                pairs ->
                    WordStatistics.frequencies(
                        pairs,
                        side,
                        length,
                        words,
                        minCount,
                        MAX_COUNTED,
                        (read, fraction) -> Deadline.check())));
  }

  /** The type of a result follows from the request. */
  @SuppressWarnings("unchecked")
  private <T> CorpusResult<T> recent(Object request, Supplier<CorpusResult<T>> computation) {
    try {
      return (CorpusResult<T>) recent.get(request, computation::get);
    } catch (DeadlineExceededException e) {
      throw e;
    } catch (IsoglossException e) {
      LOG.log(Level.ERROR, "the corpus {0} cannot be read: {1}", name, e.getMessage());
      throw RequestException.of(
          RequestException.Reason.UNAVAILABLE,
          "the corpus "
              + name
              + " cannot be read: "
              + files.withoutFolders(e.getMessage())
              + "; as soon as the file is restored on the server, requests read it again");
    }
  }

  private CorpusResult<Concordance> aligned(WordPattern words, Optional<Language> language) {
    CorpusResult<Concordance> found = find(words, language.orElse(languages.source()));
    if (found.found().occurrenceCount() == 0 && language.isEmpty()) {
      CorpusResult<Concordance> other = find(words, languages.target());
      found = other.found().occurrenceCount() == 0 ? found : other;
    }
    Deadline.check();
    TableAligner aligner = found.language().equals(languages.source()) ? forward : backward;
    return new CorpusResult<>(found.found().aligned(aligner), found.language(), found.leftOut());
  }

  private CorpusResult<Concordance> find(WordPattern words, Language language) {
    LanguagePair order = language.equals(languages.source()) ? languages : languages.reversed();
    return read(
        language,
        pairs ->
            new ConcordanceReader(order, MAX_OCCURRENCES)
                .read(pairs, words, (read, fraction) -> Deadline.check()));
  }

  private <T> CorpusResult<WordStatistics<T>> count(
      Language language, Function<Records<SentencePair>, WordStatistics<T>> statistics) {
    try {
      while (!counting.tryAcquire(
          Deadline.remaining().map(Duration::toNanos).orElse(Long.MAX_VALUE),
          TimeUnit.NANOSECONDS)) {
        Deadline.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while other words were counted");
    }
    try {
      CorpusResult<WordStatistics<T>> all = read(language, statistics);
      List<T> rows = all.found().rows();
      return new CorpusResult<>(
          new WordStatistics<>(
              rows.subList(0, Math.min(rows.size(), MAX_ROWS)), all.found().maxError()),
          language,
          all.leftOut());
    } finally {
      counting.release();
    }
  }

  /** Reads the bitext with a language as the source, without malformed and long sentences. */
  private <T> CorpusResult<T> read(Language language, Function<Records<SentencePair>, T> function) {
    boolean isStoredOrder = language.equals(languages.source());
    LongAdder tooLong = new LongAdder();
    try (Records<SentencePair> pairs =
        files
            .open(languages, OnError.SKIP)
            .map(pair -> withoutLongSentences(isStoredOrder ? pair : pair.reversed(), tooLong))) {
      T found = function.apply(pairs);
      if (pairs.readCount() == pairs.skippedCount()) {
        throw new IsoglossException(
            pairs.problems().stream()
                .findFirst()
                .map(first -> first.getMessage() + ", and no other pair can be read")
                .orElseGet(() -> files.source() + ": contains no sentence pair"));
      }
      return new CorpusResult<>(
          found, language, new PairsLeftOut(pairs.skippedCount(), tooLong.sum()));
    }
  }

  private static SentencePair withoutLongSentences(SentencePair pair, LongAdder tooLong) {
    if (Math.max(pair.source().length(), pair.target().length()) <= MAX_SENTENCE_LENGTH) {
      return pair;
    }
    tooLong.increment();
    return new SentencePair(pair.sourceLanguage(), pair.targetLanguage(), "", "", "");
  }
}
