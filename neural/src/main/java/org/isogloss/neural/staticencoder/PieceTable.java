package org.isogloss.neural.staticencoder;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.text.Tokenizer;

/** The pieces that each word of a corpus is cut into under one vocabulary. */
final class PieceTable {
  private final int[] pieces;
  private final int[] starts;

  private PieceTable(int[] pieces, int[] starts) {
    this.pieces = pieces;
    this.starts = starts;
  }

  static PieceTable of(List<String> words, Tokenizer tokenizer) {
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
    return new PieceTable(pieces, starts);
  }

  int count(int word) {
    return starts[word + 1] - starts[word];
  }

  int piece(int word, int index) {
    return pieces[starts[word] + index];
  }

  /** The pieces of a whole sentence. */
  int[] of(WordCorpus corpus, int sentence) {
    return IntStream.range(corpus.starts()[sentence], corpus.starts()[sentence + 1])
        .map(i -> corpus.tokens()[i])
        .flatMap(word -> IntStream.range(starts[word], starts[word + 1]).map(p -> pieces[p]))
        .toArray();
  }
}
