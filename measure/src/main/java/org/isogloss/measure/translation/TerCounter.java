// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;

/** Counts for each sentence: edits times the number of references, and lengths of references. */
final class TerCounter implements SegmentCounter {
  private final TercomTokenizer tokenizer;
  private final WordNumbers numbers = new WordNumbers();

  TerCounter(Ter metric) {
    this.tokenizer = new TercomTokenizer(metric);
  }

  @Override
  public int width() {
    return 2;
  }

  @Override
  public int[] count(String hypothesis, List<String> references) {
    numbers.clear();
    int[] words = numbers.of(tokenizer.tokenize(hypothesis));
    int fewest = Integer.MAX_VALUE;
    int lengths = 0;
    for (String reference : references) {
      // sacreBLEU tokenizes references twice, which may separate more of their punctuation.
      String once = String.join(" ", tokenizer.tokenize(reference));
      int[] referenceWords = numbers.of(tokenizer.tokenize(once));
      fewest = Math.min(fewest, TranslationEdits.count(words, referenceWords));
      lengths += referenceWords.length;
    }
    return new int[] {fewest * references.size(), lengths};
  }

  @Override
  public TranslationScore score(long[] statistics) {
    return TerScore.of(statistics);
  }
}
