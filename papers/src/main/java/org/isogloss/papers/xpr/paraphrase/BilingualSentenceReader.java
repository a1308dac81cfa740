// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.BitextFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.papers.xpr.mixture.BilingualText;

/**
 * Reads sentences in two languages from a {@linkplain BitextFolder folder of bitext} with English;
 * if neither language is English, translations of the same English sentence.
 */
public final class BilingualSentenceReader {
  private static final Language ENGLISH = Language.of("en");

  /** Word lists, interface strings, and text for research only. */
  private static final Set<String> EXCLUDED_ORIGINS =
      Set.of("insuranceqa_questions", "wmt_newstest", "cinnamon", "indian_dict", "ur_en_dict");

  /** Maximum ratio of the characters of a sentence to those of its translation. */
  private static final int MAX_LENGTH_RATIO = 12;

  /**
   * A sentence in both languages.
   *
   * @param english the English sentence of both; one of them if a language is English
   */
  public record BilingualSentence(BilingualText text, String english) {}

  private BilingualSentenceReader() {}

  /**
   * Reads the sentences.
   *
   * @throws IsoglossException if a file is missing or malformed, or contains no such sentences
   */
  public static List<BilingualSentence> read(Path folder, LanguagePair languages) {
    BitextFolder bitext = BitextFolder.open(folder);
    List<BilingualSentence> sentences = new ArrayList<>();
    if (languages.source().equals(ENGLISH)) {
      for (SentencePair pair : read(bitext, languages.target())) {
        BilingualText text = new BilingualText(pair.source(), pair.target());
        sentences.add(new BilingualSentence(text, pair.source()));
      }
    } else if (languages.target().equals(ENGLISH)) {
      for (SentencePair pair : read(bitext, languages.source())) {
        BilingualText text = new BilingualText(pair.target(), pair.source());
        sentences.add(new BilingualSentence(text, pair.source()));
      }
    } else {
      Map<String, List<String>> second = new HashMap<>();
      for (SentencePair pair : read(bitext, languages.target())) {
        second.computeIfAbsent(pair.source(), key -> new ArrayList<>()).add(pair.target());
      }
      for (SentencePair pair : read(bitext, languages.source())) {
        for (String other : second.getOrDefault(pair.source(), List.of())) {
          sentences.add(
              new BilingualSentence(new BilingualText(pair.target(), other), pair.source()));
        }
      }
    }
    sentences.removeIf(sentence -> sentence.text().first().equals(sentence.text().second()));
    Set<BilingualSentence> seen = new HashSet<>();
    sentences.removeIf(sentence -> !seen.add(sentence));
    if (sentences.size() < 2) {
      throw new IsoglossException(
          folder
              + ": holds "
              + sentences.size()
              + " sentences in "
              + languages
              + ", expected 2 or more: choose other languages");
    }
    return sentences;
  }

  private static List<SentencePair> read(BitextFolder bitext, Language other) {
    try (Records<SentencePair> pairs =
        bitext.read(new LanguagePair(ENGLISH, other), OnError.FAIL)) {
      return pairs.stream()
          .filter(pair -> !EXCLUDED_ORIGINS.contains(pair.origin()) && isPlausible(pair))
          .toList();
    }
  }

  /**
   * Returns whether one text may translate the other: some verses of the Bible, which another verse
   * contains, have a letter as their translation, and so would be paraphrases of each other.
   */
  private static boolean isPlausible(SentencePair pair) {
    int source = pair.source().length();
    int target = pair.target().length();
    return Math.max(source, target) <= MAX_LENGTH_RATIO * Math.min(source, target);
  }
}
