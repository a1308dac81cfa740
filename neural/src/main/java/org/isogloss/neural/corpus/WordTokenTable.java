// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.text.Tokenizer;

/** The tokens of each word of a corpus in one vocabulary. */
public final class WordTokenTable {
  private final int[] tokenIds;
  private final int[] starts;

  private WordTokenTable(int[] tokenIds, int[] starts) {
    this.tokenIds = tokenIds;
    this.starts = starts;
  }

  /** Tokenizes the words of a corpus. */
  public static WordTokenTable of(List<String> words, Tokenizer tokenizer) {
    int[][] wordTokens =
        IntStream.range(0, words.size())
            .parallel()
            .mapToObj(i -> tokenizer.ids(words.get(i)))
            .toArray(int[][]::new);
    int[] starts = new int[wordTokens.length + 1];
    for (int i = 0; i < wordTokens.length; i++) {
      starts[i + 1] = starts[i] + wordTokens[i].length;
    }
    int[] tokenIds = new int[starts[wordTokens.length]];
    for (int i = 0; i < wordTokens.length; i++) {
      System.arraycopy(wordTokens[i], 0, tokenIds, starts[i], wordTokens[i].length);
    }
    return new WordTokenTable(tokenIds, starts);
  }

  /** Returns the number of tokens of a word. */
  public int tokenCount(int word) {
    return starts[word + 1] - starts[word];
  }

  /** Returns the id of a token of a word. */
  public int tokenId(int word, int index) {
    return tokenIds[starts[word] + index];
  }

  /** Returns the token ids of a sentence. */
  public int[] of(WordCorpus corpus, int sentence) {
    return IntStream.range(corpus.sentenceStarts()[sentence], corpus.sentenceStarts()[sentence + 1])
        .map(i -> corpus.wordIds()[i])
        .flatMap(word -> IntStream.range(starts[word], starts[word + 1]).map(p -> tokenIds[p]))
        .toArray();
  }
}
