package org.isogloss.neural.staticencoder;

import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.PairGroup;
import org.isogloss.text.Tokenizer;

/**
 * Sentences whose translations are to be found.
 *
 * @param name of the two languages
 * @param left the sentences that are searched
 * @param right the sentences that search, each for the left one at its own place
 * @param leftKeys {@code [n]}: equal for equal sentences, any of which is right
 */
record MateSet(String name, BagBatch left, BagBatch right, int[] leftKeys) {
  /** A set made of texts. */
  static MateSet of(String name, List<String> left, List<String> right, Tokenizer tokenizer) {
    List<String> different = left.stream().distinct().toList();
    Map<String, Integer> keys = new HashMap<>();
    IntStream.range(0, different.size()).forEach(i -> keys.put(different.get(i), i));
    return new MateSet(
        name,
        bags(left, tokenizer),
        bags(right, tokenizer),
        left.stream().mapToInt(keys::get).toArray());
  }

  /** A set made of a group of pairs. */
  static MateSet of(PairGroup group, WordCorpus corpus, PieceTable pieces, int vocabularySize) {
    BagBatch.Builder builder = new BagBatch.Builder(vocabularySize);
    return new MateSet(
        group.name(),
        bags(group.left(), corpus, pieces, builder),
        bags(group.right(), corpus, pieces, builder),
        group.left());
  }

  private static BagBatch bags(List<String> texts, Tokenizer tokenizer) {
    BagBatch.Builder builder = new BagBatch.Builder(tokenizer.vocabularySize());
    for (String text : texts) {
      builder.beginText();
      for (int piece : tokenizer.ids(text)) {
        builder.add(piece);
      }
    }
    return builder.build();
  }

  private static BagBatch bags(
      int[] sentences, WordCorpus corpus, PieceTable pieces, BagBatch.Builder builder) {
    for (int sentence : sentences) {
      builder.beginText();
      for (int i = corpus.starts()[sentence]; i < corpus.starts()[sentence + 1]; i++) {
        int word = corpus.tokens()[i];
        for (int p = 0; p < pieces.count(word); p++) {
          builder.add(pieces.piece(word, p));
        }
      }
    }
    return builder.build();
  }

  int size() {
    return leftKeys.length;
  }

  /** The share of right sentences whose nearest left one, by cosine, is their translation. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  double accuracy(StaticEncoderModel model) {
    try (PointerScope scope = new PointerScope()) {
      Tensor similarity = model.vectors(right).matmul(model.vectors(left).t());
      Tensor best = similarity.max(1).get1();
      long[] places = new long[size()];
      best.<LongBuffer>createBuffer().get(places);
      long found =
          IntStream.range(0, places.length)
              .filter(i -> leftKeys[(int) places[i]] == leftKeys[i])
              .count();
      return (double) found / size();
    }
  }
}
