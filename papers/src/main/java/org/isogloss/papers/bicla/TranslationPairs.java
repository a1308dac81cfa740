// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.neural.corpus.CorpusOptions;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.SentencePairSink;

/** The translations of English sentences in {@code bitext} and {@code help}. */
final class TranslationPairs implements SentencePairSink {
  private static final Language ENGLISH = Language.of("en");

  private final Language other;
  private final List<String> texts = new ArrayList<>();
  private final List<SentencePair> pairs = new ArrayList<>();

  private TranslationPairs(Language other) {
    this.other = other;
  }

  /** Reads the pairs of English and another language, those of the bitext first. */
  static List<SentencePair> read(Path data, Language other) {
    TranslationPairs sink = new TranslationPairs(other);
    ParallelTextReader.read(
        new CorpusOptions(
            Optional.of(data.resolve("bitext")),
            Optional.of(data.resolve("help")).filter(Files::isDirectory),
            Optional.empty(),
            List.of(ENGLISH.code(), other.code()),
            List.of(),
            false,
            0,
            Integer.MAX_VALUE),
        sink);
    return sink.pairs;
  }

  @Override
  public int addSentence(String text) {
    texts.add(text);
    return texts.size() - 1;
  }

  @Override
  public void addTrainingPair(String kind, String name, int left, int right) {
    boolean englishFirst = name.startsWith(ENGLISH.code() + '-');
    String english = texts.get(englishFirst ? left : right);
    String translation = texts.get(englishFirst ? right : left);
    pairs.add(new SentencePair(ENGLISH, other, english, translation, kind));
  }

  @Override
  public void addHeldOutPair(String kind, String name, int left, int right) {
    throw new IllegalStateException("no pair is held out");
  }
}
