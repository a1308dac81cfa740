package org.isogloss.neural.staticencoder;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.isogloss.neural.MateValidation;
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
    return new MateSet(
        name, bags(left, tokenizer), bags(right, tokenizer), MateValidation.keys(left));
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
      return MateValidation.accuracy(model.vectors(right), model.vectors(left), leftKeys);
    }
  }
}
