// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isogloss.core.Span;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;

/** Processes the pairs of a bitext on all processors, in batches, and collects results in order. */
final class BitextStream {
  private static final int BATCH_SIZE = 1 << 12;

  private BitextStream() {}

  static <R> void process(
      Records<SentencePair> pairs,
      ParallelCorpus.Listener listener,
      Function<SentencePair, R> function,
      Consumer<R> collector) {
    List<SentencePair> batch = new ArrayList<>(BATCH_SIZE);
    while (pairs.hasNext()) {
      batch.add(pairs.next());
      if (batch.size() == BATCH_SIZE || !pairs.hasNext()) {
        batch.parallelStream()
            .map(pair -> function.apply(composed(pair)))
            .toList()
            .forEach(collector);
        batch.clear();
        listener.read(pairs.readCount(), pairs.progress());
      }
    }
  }

  private static SentencePair composed(SentencePair pair) {
    return new SentencePair(
        pair.sourceLanguage(),
        pair.targetLanguage(),
        WordPattern.normalize(pair.source()),
        WordPattern.normalize(pair.target()),
        pair.origin());
  }

  /** The words of a sentence in lower case, in which they are counted and aligned. */
  static List<String> lowerCase(String sentence, List<Span> words) {
    return words.stream().map(word -> word.coveredText(sentence).toLowerCase(Locale.ROOT)).toList();
  }
}
