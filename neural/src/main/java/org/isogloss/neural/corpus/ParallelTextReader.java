// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.BitextFolder;
import org.isogloss.data.bitext.MultiparallelText;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;

/** Reads the parallel text of a training and passes its pairs to a {@link SentencePairSink}. */
public final class ParallelTextReader {
  /** The kind of pairs of a sentence and its translation, from bitext files. */
  public static final String BITEXT = "bitext";

  /** The kind of pairs of paragraphs of one documentation in two languages. */
  public static final String DOCUMENTATION = "documentation";

  /** The kind of pairs of a sentence in two languages of a table. */
  public static final String MULTIPARALLEL = "multiparallel";

  /** The kind of pairs of two translations of the same English sentence. */
  public static final String PIVOT = "pivot";

  /**
   * The kind of pairs from word lists, whose origins end in {@code _dict}. It is a separate kind
   * because the quality is lower.
   */
  public static final String DICTIONARY = "dictionary";

  /** The kinds of pairs. */
  public static final List<String> KINDS =
      List.of(BITEXT, DICTIONARY, DOCUMENTATION, MULTIPARALLEL, PIVOT);

  private static final Language ENGLISH = Language.of("en");

  private final CorpusOptions options;
  private final SentencePairSink sink;

  /** The origin of each English sentence with translations that may be paired. */
  private final Map<Integer, String> origins = new HashMap<>();

  private ParallelTextReader(CorpusOptions options, SentencePairSink sink) {
    this.options = options;
    this.sink = sink;
  }

  /**
   * Reads all sources in the options.
   *
   * @throws IsoglossException if a source is missing or malformed; the message contains the file
   *     and line
   */
  public static void read(CorpusOptions options, SentencePairSink sink) {
    ParallelTextReader reader = new ParallelTextReader(options, sink);
    options.bitext().ifPresent(reader::bitext);
    options.documentation().ifPresent(reader::documentation);
    options.multiparallel().ifPresent(reader::multiparallel);
  }

  private void bitext(Path folder) {
    Map<Integer, SortedMap<String, Integer>> byEnglish = new HashMap<>();
    List<Path> tsvFiles = files(folder, "en-");
    for (Path file : tsvFiles) {
      // en-de.tsv.gz, or further pairs such as en-de.switched.tsv.gz
      String language = file.getFileName().toString().replaceAll("^en-|\\..*$", "");
      if (options.includes(language)) {
        try (Records<SentencePair> pairs =
            Bitext.read(file, LanguagePair.fromFileName(file), OnError.FAIL)) {
          pairs("en-" + language, language, pairs, byEnglish);
        }
      }
    }
    if (tsvFiles.isEmpty()) {
      for (BitextFolder.Part part : BitextFolder.open(folder).parts()) {
        try (Records<SentencePair> pairs = part.read(OnError.FAIL)) {
          boolean englishLast = part.languages().target().equals(ENGLISH);
          Language other = englishLast ? part.languages().source() : part.languages().target();
          if (options.includes(other.tag())) {
            pairs(part.languages().toString(), other.tag(), pairs, byEnglish);
          }
        }
      }
    }
    byEnglish.forEach((english, translations) -> pivot(origins.get(english), translations));
  }

  /**
   * Adds the pairs of a file.
   *
   * @param other the language that is not English
   */
  private void pairs(
      String name,
      String other,
      Records<SentencePair> pairs,
      Map<Integer, SortedMap<String, Integer>> byEnglish) {
    while (pairs.hasNext()) {
      SentencePair pair = pairs.next();
      if (options.leaveOut().contains(pair.origin())) {
        continue;
      }
      int source = sink.addSentence(pair.source());
      int target = sink.addSentence(pair.target());
      boolean bothRead =
          options.includes(pair.sourceLanguage().tag())
              && options.includes(pair.targetLanguage().tag());
      boolean englishLast = pair.targetLanguage().equals(ENGLISH);
      // An English sentence is held out with all its translations; without English, the source
      // decides.
      if (isHeldOut(englishLast ? pair.target() : pair.source())) {
        if (bothRead) {
          sink.addHeldOutPair(BITEXT, name, source, target);
        }
        continue;
      }
      if (bothRead) {
        String kind = pair.origin().endsWith("_dict") ? DICTIONARY : BITEXT;
        sink.addTrainingPair(kind, pair.origin(), name, source, target);
      }
      if (options.pivot() && (englishLast || pair.sourceLanguage().equals(ENGLISH))) {
        origins.putIfAbsent(englishLast ? target : source, pair.origin());
        byEnglish
            .computeIfAbsent(englishLast ? target : source, key -> new TreeMap<>())
            .putIfAbsent(other, englishLast ? source : target);
      }
    }
  }

  private void pivot(String origin, SortedMap<String, Integer> translations) {
    forEachPair(
        translations,
        (name, left, right) -> sink.addTrainingPair(PIVOT, origin, name, left, right));
  }

  private void documentation(Path folder) {
    Map<String, Map<String, Integer>> byLanguage = new LinkedHashMap<>();
    Map<String, String> english = new HashMap<>();
    paragraphs(folder.resolve("en.tsv.gz"), english::put);
    for (Path file : files(folder, "")) {
      String language = file.getFileName().toString().replaceAll("\\.tsv\\.gz$", "");
      if (!options.includes(language)) {
        continue;
      }
      Map<String, Integer> translated = new HashMap<>();
      paragraphs(
          file,
          (key, text) -> {
            String original = english.get(key);
            boolean isTranslated = language.equals("en") || !text.equals(original);
            // Without English, the key is what all versions of a paragraph have in common.
            if (isTranslated && !isHeldOut(original == null ? key : original)) {
              translated.put(key, sink.addSentence(text));
            }
          });
      byLanguage.put(language, translated);
    }
    List<String> languages = List.copyOf(byLanguage.keySet());
    for (int i = 0; i < languages.size(); i++) {
      for (int j = i + 1; j < languages.size(); j++) {
        pairs(languages.get(i), languages.get(j), byLanguage);
      }
    }
  }

  private void pairs(String a, String b, Map<String, Map<String, Integer>> byLanguage) {
    Map<String, Integer> right = byLanguage.get(b);
    Set<Long> seen = new HashSet<>();
    byLanguage
        .get(a)
        .forEach(
            (key, sentence) -> {
              Integer other = right.get(key);
              if (other != null && seen.add((long) sentence << 32 | other)) {
                sink.addTrainingPair(DOCUMENTATION, DOCUMENTATION, a + '-' + b, sentence, other);
              }
            });
  }

  private void multiparallel(Path folder) {
    for (Path file : files(folder, "")) {
      String origin = file.getFileName().toString().replaceAll("\\.tsv\\.gz$", "");
      try (Records<SequencedMap<Language, String>> rows =
          MultiparallelText.read(file, OnError.FAIL)) {
        rows.forEachRemaining(row -> multiparallel(origin, row));
      }
    }
  }

  /**
   * Adds the pairs of a sentence; English decides whether it is held out, else the first language.
   */
  private void multiparallel(String origin, SequencedMap<Language, String> row) {
    if (options.leaveOut().contains(origin)) {
      return;
    }
    boolean heldOut = isHeldOut(row.getOrDefault(ENGLISH, row.firstEntry().getValue()));
    SortedMap<String, Integer> sentences = new TreeMap<>();
    row.forEach(
        (language, text) -> {
          if (options.includes(language.tag())) {
            sentences.put(language.tag(), sink.addSentence(text));
          }
        });
    forEachPair(
        sentences,
        (name, left, right) -> {
          if (heldOut) {
            sink.addHeldOutPair(MULTIPARALLEL, name, left, right);
          } else {
            sink.addTrainingPair(MULTIPARALLEL, origin, name, left, right);
          }
        });
  }

  private interface PairConsumer {
    /**
     * Takes a pair.
     *
     * @param name the two languages
     * @param left index of the sentence in the first language
     * @param right index of the sentence in the second language
     */
    void accept(String name, int left, int right);
  }

  private static void forEachPair(SortedMap<String, Integer> sentences, PairConsumer consumer) {
    List<String> languages = List.copyOf(sentences.keySet());
    for (int i = 0; i < languages.size(); i++) {
      for (int j = i + 1; j < languages.size(); j++) {
        String a = languages.get(i);
        String b = languages.get(j);
        consumer.accept(a + '-' + b, sentences.get(a), sentences.get(b));
      }
    }
  }

  private boolean isHeldOut(String english) {
    return options.heldOut() > 0
        && Math.floorMod(english.hashCode() * 0x9e3779b1, options.heldOut()) == 0;
  }

  private static List<Path> files(Path folder, String prefix) {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(".tsv.gz"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + FileErrors.describe(e), e);
    }
  }

  /** Passes the key (page and id) and the text of each paragraph of a file to the consumer. */
  private static void paragraphs(Path file, BiConsumer<String, String> consumer) {
    try (Records<DocumentationParagraph> paragraphs =
        ParallelDocumentation.readParagraphs(file, OnError.FAIL)) {
      while (paragraphs.hasNext()) {
        DocumentationParagraph paragraph = paragraphs.next();
        consumer.accept(paragraph.page() + '\t' + paragraph.id(), paragraph.text());
      }
    }
  }
}
