package org.isogloss.neural.corpus;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.text.Tokenizer;

/** The pieces that each word of a corpus is cut into under one vocabulary. */
public final class WordTokenTable {
  private final int[] tokenIds;
  private final int[] starts;

  private WordTokenTable(int[] pieces, int[] starts) {
    this.tokenIds = pieces;
    this.starts = starts;
  }

  public static WordTokenTable of(List<String> words, Tokenizer tokenizer) {
    int[][] cut =
        IntStream.range(0, words.size())
            .parallel()
            .mapToObj(i -> tokenizer.ids(words.get(i)))
            .toArray(int[][]::new);
    int[] starts = new int[cut.length + 1];
    for (int i = 0; i < cut.length; i++) {
      starts[i + 1] = starts[i] + cut[i].length;
    }
    int[] pieces = new int[starts[cut.length]];
    for (int i = 0; i < cut.length; i++) {
      System.arraycopy(cut[i], 0, pieces, starts[i], cut[i].length);
    }
    return new WordTokenTable(pieces, starts);
  }

  public int tokenCount(int word) {
    return starts[word + 1] - starts[word];
  }

  public int tokenId(int word, int index) {
    return tokenIds[starts[word] + index];
  }

  /** The pieces of a whole sentence. */
  public int[] of(WordCorpus corpus, int sentence) {
    return IntStream.range(corpus.sentenceStarts()[sentence], corpus.sentenceStarts()[sentence + 1])
        .map(i -> corpus.wordIds()[i])
        .flatMap(word -> IntStream.range(starts[word], starts[word + 1]).map(p -> tokenIds[p]))
        .toArray();
  }
}
