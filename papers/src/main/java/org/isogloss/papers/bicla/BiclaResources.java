// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.data.bitext.WordPairs;
import org.isogloss.lexical.AlignmentLink;
import org.isogloss.lexical.Vocabulary;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.Symmetrisation;
import org.isogloss.lexical.skipgram.SkipGramListener;
import org.isogloss.lexical.skipgram.SkipGramOptions;
import org.isogloss.lexical.skipgram.SkipGramTrainer;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.FixedEncoder;
import org.isogloss.papers.experiment.WordAlignments;

/**
 * Word vectors and dictionaries, given or made from the training text. What is made is kept in the
 * work folder.
 */
final class BiclaResources {
  /** The languages of the paper; English is the pivot. */
  static final List<Language> LANGUAGES =
      Stream.of("cs", "de", "en", "hu").map(Language::of).toList();

  static final Language PIVOT = Language.of("en");

  private static final int MIN_COUNT = 2;
  private static final int MIN_EPOCHS = 5;
  private static final int MAX_EPOCHS = 20;

  /** A pair of words is a translation if it is linked at least so often ... */
  private static final int MIN_LINKS = 3;

  /** ... and if so large a part of the links of either word is to the other. */
  private static final double MIN_SHARE = 0.2;

  private final ExperimentRunner runner;
  private final ExperimentSizes sizes;
  private final PaperOptions options;

  BiclaResources(ExperimentRunner runner) {
    this.runner = runner;
    this.sizes = runner.sizes();
    this.options = runner.options();
  }

  /**
   * Returns the files of word vectors by language code.
   *
   * @param furtherWords returns words of each language that shall have vectors, even if they are
   *     rare
   */
  SequencedMap<String, Path> vectors(Function<Language, Set<String>> furtherWords) {
    SequencedMap<String, Path> files = new LinkedHashMap<>();
    for (Language language : LANGUAGES) {
      files.put(
          language.code(),
          options
              .path("vectors")
              .map(folder -> given(folder, language))
              .orElseGet(() -> runner.dataFile(language.code() + ".vec")));
    }
    List<Language> missing =
        LANGUAGES.stream().filter(language -> !Files.exists(files.get(language.code()))).toList();
    if (missing.isEmpty()) {
      return files;
    }
    if (options.find("word-encoder").isPresent()) {
      try (ModelFolder model = ModelFolder.open(options.find("word-encoder").orElseThrow());
          Encoder encoder = FixedEncoder.open(model, options)) {
        missing.forEach(
            language ->
                encode(
                    encoder, language, furtherWords.apply(language), files.get(language.code())));
      }
      return files;
    }
    // One thread for each language, so that vectors are the same in every run.
    try (WorkerPool workers = new WorkerPool("word-vectors", options.threads())) {
      workers.forEach(
          missing.size(),
          1,
          i -> {
            Language language = missing.get(i);
            train(language, furtherWords.apply(language), files.get(language.code()));
          });
    }
    return files;
  }

  private static Path given(Path folder, Language language) {
    String code = language.code();
    String name = "(.*\\.)?\\Q" + code + "\\E(\\.300)?\\.vec(\\.gz)?";
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(name))
          .min(Comparator.naturalOrder())
          .orElseThrow(
              () ->
                  new IsoglossException(
                      folder
                          + ": has no word vectors of "
                          + code
                          + ": expected a file such as "
                          + code
                          + ".vec, wiki."
                          + code
                          + ".vec or cc."
                          + code
                          + ".300.vec.gz"));
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
  }

  private void train(Language language, Set<String> furtherWords, Path file) {
    WordTokenizer tokenizer = WordTokenizer.forLanguage(language);
    List<List<String>> sentences = new ArrayList<>();
    Set<String> rare = new HashSet<>(furtherWords);
    long words = 0;
    for (String line :
        MonolingualText.lines(options.data(), language, sizes.count("vector-lines"))) {
      List<String> sentence = tokenizer.words(line);
      rare.addAll(sentence);
      sentences.add(sentence);
      words += sentence.size();
    }
    int epochs =
        Math.clamp(Math.ceilDiv(sizes.count("vector-words"), words), MIN_EPOCHS, MAX_EPOCHS);
    runner
        .listener()
        .messageReported(
            String.format(
                Locale.ROOT,
                "training word vectors of %s on %,d words of %,d lines, %d epochs",
                language.code(),
                words,
                sentences.size(),
                epochs));
    SkipGramOptions training =
        SkipGramOptions.builder()
            .dimension(sizes.count("dimension"))
            .minCount(MIN_COUNT)
            .epochs(epochs)
            .threads(1)
            .seed(options.seed())
            .build();
    SkipGramTrainer.train(sentences.iterator(), training, SkipGramListener.NONE)
        .withWords(rare.stream().sorted().toList())
        .write(file);
  }

  /** Writes the vectors of the words of the text, the most frequent first, and of further ones. */
  private void encode(Encoder encoder, Language language, Set<String> furtherWords, Path file) {
    WordTokenizer tokenizer = WordTokenizer.forLanguage(language);
    Vocabulary vocabulary = new Vocabulary();
    MonolingualText.lines(options.data(), language, sizes.count("vector-lines"))
        .forEach(line -> tokenizer.words(line).forEach(vocabulary::add));
    furtherWords.stream().sorted().forEach(vocabulary::add);
    List<String> words = IntStream.of(vocabulary.frequent(1)).mapToObj(vocabulary::word).toList();
    runner
        .listener()
        .messageReported(
            String.format(Locale.ROOT, "encoding %,d words of %s", words.size(), language.code()));
    WordVectors.encode(words, encoder, count -> {}).write(file);
  }

  /**
   * Returns the files of dictionaries by the code of the language that is not English; none if the
   * vectors are in one space.
   */
  SequencedMap<String, Path> dictionaries() {
    SequencedMap<String, Path> files = new LinkedHashMap<>();
    if (options.find("word-encoder").isPresent()) {
      return files;
    }
    for (Language language : LANGUAGES) {
      if (!language.equals(PIVOT)) {
        String name = "en-" + language.code() + ".tsv";
        Path file =
            options
                .path("dictionaries")
                .map(folder -> givenDictionary(folder, name))
                .orElseGet(() -> runner.dataFile(name));
        if (!Files.exists(file)) {
          runner.listener().messageReported("aligning words of en and " + language.code());
          writeDictionary(language, file);
        }
        files.put(language.code(), file);
      }
    }
    return files;
  }

  /** Returns a dictionary, which may be one of MUSE: English and a translation on each line. */
  private static Path givenDictionary(Path folder, String name) {
    return Stream.of(".tsv", ".tsv.gz", ".train.tsv", ".txt", ".0-5000.txt")
        .map(end -> folder.resolve(name.replace(".tsv", end)))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    folder
                        + ": has no dictionary "
                        + name
                        + ", nor "
                        + name.replace(".tsv", ".txt")));
  }

  private record Link(String english, String other) {}

  /** Writes the pairs of words that translate each other most often, the most frequent first. */
  private void writeDictionary(Language language, Path file) {
    AlignerOptions aligning =
        AlignerOptions.builder()
            .symmetrisation(Symmetrisation.AGREEMENT)
            .threads(options.threads())
            .build();
    Map<Link, Integer> links = new HashMap<>();
    Map<String, Integer> english = new HashMap<>();
    Map<String, Integer> other = new HashMap<>();
    WordAlignments.align(
        file.resolveSibling("pairs-" + file.getFileName()),
        TranslationPairs.read(options.data(), language).stream()
            .limit(sizes.count("dictionary-lines")),
        new LanguagePair(PIVOT, language),
        WordTokenizer.forLanguage(PIVOT),
        WordTokenizer.forLanguage(language),
        aligning,
        (source, target, alignment) -> {
          for (AlignmentLink link : alignment.links()) {
            String a = source.get(link.source());
            String b = target.get(link.target());
            links.merge(new Link(a, b), 1, Integer::sum);
            english.merge(a, 1, Integer::sum);
            other.merge(b, 1, Integer::sum);
          }
        });
    Map<String, Map.Entry<Link, Integer>> best = new HashMap<>();
    links.entrySet().stream()
        .filter(link -> link.getValue() >= MIN_LINKS)
        .filter(link -> link.getKey().english().chars().anyMatch(Character::isLetter))
        .filter(
            link ->
                link.getValue() > MIN_SHARE * english.get(link.getKey().english())
                    && link.getValue() > MIN_SHARE * other.get(link.getKey().other()))
        .forEach(
            link ->
                best.merge(
                    link.getKey().english(),
                    Map.entry(link.getKey(), link.getValue()),
                    (a, b) -> ORDER.compare(a, b) <= 0 ? a : b));
    try (RecordWriter<WordPair> writer = WordPairs.writer(file)) {
      best.values().stream()
          .sorted(ORDER)
          .forEach(
              link ->
                  writer.write(
                      new WordPair(
                          PIVOT, language, link.getKey().english(), link.getKey().other())));
      writer.commit();
    }
  }

  /** Most frequent first, then by the words, so that the order does not depend on the run. */
  private static final Comparator<Map.Entry<Link, Integer>> ORDER =
      Comparator.comparingInt((Map.Entry<Link, Integer> link) -> -link.getValue())
          .thenComparing(link -> link.getKey().english())
          .thenComparing(link -> link.getKey().other());
}
