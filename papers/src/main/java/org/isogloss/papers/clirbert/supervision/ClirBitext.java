// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.BitextFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.data.bitext.WordPairs;

/**
 * The bitext of a language with English, in the {@linkplain BitextFolder folder} {@code bitext},
 * divided into training and test; and, as in the paper, an optional word list for training, {@code
 * lexicon/en-xx.tsv.gz}.
 *
 * @param training no pair shares a text, letters and digits only, with a test pair
 */
public record ClirBitext(List<ClirSentence> training, List<ClirSentence> test) {
  private static final Language ENGLISH = Language.of("en");

  /** Word lists of low quality, and machine-translated questions. */
  private static final Set<String> EXCLUDED_ORIGINS =
      Set.of("insuranceqa_questions", "indian_dict", "ur_en_dict");

  public ClirBitext {
    training = List.copyOf(training);
    test = List.copyOf(test);
  }

  /**
   * Reads the bitext.
   *
   * @param maxTraining maximum number of training pairs
   * @param maxTest maximum number of test pairs; a tenth of a small bitext
   * @throws IsoglossException if the bitext is missing or malformed, or has fewer than ten pairs
   */
  public static ClirBitext read(
      Path data, Language documentLanguage, int maxTraining, int maxTest, Random random) {
    Path folder = data.resolve("bitext");
    LanguagePair languages = new LanguagePair(ENGLISH, documentLanguage);
    List<ClirSentence> all = new ArrayList<>();
    try (Records<SentencePair> pairs = BitextFolder.open(folder).read(languages, OnError.FAIL)) {
      pairs.forEachRemaining(
          pair -> {
            if (!EXCLUDED_ORIGINS.contains(pair.origin())) {
              all.add(ClirSentence.of(pair.source(), pair.target()));
            }
          });
    }
    if (all.size() < 10) {
      throw new IsoglossException(
          folder + ": has " + all.size() + " pairs of " + languages + ", expected 10 or more");
    }
    Collections.shuffle(all, random);
    int size = Math.min(maxTest, all.size() / 10);
    List<ClirSentence> test = all.subList(0, size);
    Set<String> tested = new HashSet<>();
    test.forEach(
        sentence -> {
          tested.add("e" + normalized(sentence.english()));
          tested.add("f" + normalized(sentence.foreign()));
        });
    List<ClirSentence> training = new ArrayList<>(lexicon(data, languages));
    training.addAll(all.subList(size, all.size()));
    training.removeIf(
        sentence ->
            tested.contains("e" + normalized(sentence.english()))
                || tested.contains("f" + normalized(sentence.foreign())));
    Collections.shuffle(training, random);
    return new ClirBitext(training.subList(0, Math.min(maxTraining, training.size())), test);
  }

  private static List<ClirSentence> lexicon(Path data, LanguagePair languages) {
    Path packed = data.resolve("lexicon").resolve(languages + ".tsv.gz");
    Path file = Files.exists(packed) ? packed : packed.resolveSibling(languages + ".tsv");
    List<ClirSentence> entries = new ArrayList<>();
    if (Files.exists(file)) {
      try (Records<WordPair> read = WordPairs.read(file, OnError.FAIL)) {
        read.forEachRemaining(pair -> entries.add(ClirSentence.of(pair.source(), pair.target())));
      }
    }
    return entries;
  }

  private static String normalized(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{Nd}]", "");
  }
}
