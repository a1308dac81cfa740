// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;

/**
 * Reads the data of the shared task BUCC 2018 (Zweigenbaum, Sharoff and Rapp 2018): sentences in
 * German, French, Russian and Chinese, and in English, with the pairs that translate each other.
 * Files are those of the task, {@code de-en/de-en.training.de} with {@code .en} and {@code .gold},
 * or those that XTREME makes of them, {@code de-en.dev.de}. A line has an id, a tab and a sentence;
 * in {@code .gold} it has the ids of a pair.
 */
public final class BuccFolder {
  private static final List<String> LANGUAGES = List.of("de", "fr", "ru", "zh");

  /** Training sets are the largest ones with known pairs; the others are samples of them. */
  private static final List<String> SPLITS = List.of("training", "sample", "dev");

  private BuccFolder() {}

  /**
   * Reads the test sets of all languages that a folder has.
   *
   * @param maxLines maximum number of sentences of each side, a tenth of which are pairs
   * @throws IsoglossException if a file is malformed
   */
  public static List<MiningTestSet> read(Path folder, int maxLines) {
    List<MiningTestSet> testSets = new ArrayList<>();
    for (String language : LANGUAGES) {
      find(folder, language + "-en")
          .ifPresent(prefix -> testSets.add(read(prefix, language, maxLines)));
    }
    return testSets;
  }

  /** Returns the common beginning of the files of a pair of languages. */
  private static Optional<Path> find(Path folder, String pair) {
    return SPLITS.stream()
        .flatMap(
            split ->
                Stream.of(
                    folder.resolve(pair).resolve(pair + "." + split),
                    folder.resolve(pair + "." + split)))
        .filter(prefix -> Files.exists(withSuffix(prefix, "gold")))
        .findFirst();
  }

  private static Path withSuffix(Path prefix, String suffix) {
    return prefix.resolveSibling(prefix.getFileName() + "." + suffix);
  }

  private static MiningTestSet read(Path prefix, String language, int maxLines) {
    Path gold = withSuffix(prefix, "gold");
    Map<String, String> sources = columns(withSuffix(prefix, language));
    Map<String, String> targets = columns(withSuffix(prefix, "en"));
    Map<String, String> pairs = columns(gold);
    if (maxLines < Math.max(sources.size(), targets.size())) {
      pairs.keySet().retainAll(pairs.keySet().stream().limit(Math.max(1, maxLines / 10)).toList());
    }
    if (!sources.keySet().containsAll(pairs.keySet())
        || !targets.keySet().containsAll(pairs.values())) {
      throw new IsoglossException(
          gold + ": names sentences that are not in the files of " + language + " and en");
    }
    Map<String, Integer> source = numbers(sources, pairs.keySet(), maxLines);
    Map<String, Integer> target = numbers(targets, Set.copyOf(pairs.values()), maxLines);
    Map<Integer, Integer> hidden = new HashMap<>();
    pairs.forEach(
        (left, right) ->
            hidden.putIfAbsent(source.get(sources.get(left)), target.get(targets.get(right))));
    return new MiningTestSet(
        new LanguagePair(Language.of(language), Language.of("en")),
        List.copyOf(source.keySet()),
        List.copyOf(target.keySet()),
        hidden);
  }

  /** Numbers distinct sentences: those of some ids, and the first of the others. */
  private static SequencedMap<String, Integer> numbers(
      Map<String, String> sentences, Set<String> required, int maxLines) {
    SequencedMap<String, Integer> numbers = new LinkedHashMap<>();
    int others = maxLines - required.size();
    for (Map.Entry<String, String> sentence : sentences.entrySet()) {
      if (required.contains(sentence.getKey()) || others-- > 0) {
        numbers.putIfAbsent(sentence.getValue(), numbers.size());
      }
    }
    return numbers;
  }

  /** Returns the second column of a file by its first one. */
  private static SequencedMap<String, String> columns(Path file) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (lines.hasNext()) {
        String[] cells = lines.next().split("\t", 2);
        if (cells.length < 2 || columns.put(cells[0], cells[1]) != null) {
          throw new IsoglossException(
              file
                  + ":"
                  + lines.readCount()
                  + ": expected an id that occurs once, a tab and a sentence or another id");
        }
      }
    }
    return columns;
  }
}
