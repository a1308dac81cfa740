package org.isogloss.neural.staticencoder;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.text.Tokenizer;

/**
 * Sentences whose translations are to be found.
 *
 * @param name of the two languages
 * @param candidates the sentences that are searched
 * @param queries the sentences that search, each for the left one at its own place
 * @param candidateKeys {@code [n]}: equal for equal sentences, any of which is right
 */
record TranslationSet(
    String name, TokenBagBatch candidates, TokenBagBatch queries, int[] candidateKeys) {
  /** A set made of texts. */
  static TranslationSet of(
      String name, List<String> left, List<String> right, Tokenizer tokenizer) {
    return new TranslationSet(
        name,
        bags(left, tokenizer),
        bags(right, tokenizer),
        TranslationRetrievalValidation.textKeys(left));
  }

  /** A set made of a group of pairs. */
  static TranslationSet of(
      PairGroup group, WordCorpus corpus, WordTokenTable pieces, int vocabularySize) {
    TokenBagBatch.Builder builder = new TokenBagBatch.Builder(vocabularySize);
    return new TranslationSet(
        group.name(),
        bags(group.left(), corpus, pieces, builder),
        bags(group.right(), corpus, pieces, builder),
        group.left());
  }

  private static TokenBagBatch bags(List<String> texts, Tokenizer tokenizer) {
    TokenBagBatch.Builder builder = new TokenBagBatch.Builder(tokenizer.vocabularySize());
    for (String text : texts) {
      builder.beginText();
      for (int piece : tokenizer.ids(text)) {
        builder.add(piece);
      }
    }
    return builder.build();
  }

  private static TokenBagBatch bags(
      int[] sentences, WordCorpus corpus, WordTokenTable pieces, TokenBagBatch.Builder builder) {
    for (int sentence : sentences) {
      builder.beginText();
      for (int i = corpus.sentenceStarts()[sentence];
          i < corpus.sentenceStarts()[sentence + 1];
          i++) {
        int word = corpus.wordIds()[i];
        for (int p = 0; p < pieces.tokenCount(word); p++) {
          builder.add(pieces.tokenId(word, p));
        }
      }
    }
    return builder.build();
  }

  int size() {
    return candidateKeys.length;
  }

  /** The share of right sentences whose nearest left one, by cosine, is their translation. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  double accuracy(StaticEncoderModel model) {
    try (PointerScope scope = new PointerScope()) {
      return TranslationRetrievalValidation.accuracy(
          model.vectors(queries), model.vectors(candidates), candidateKeys);
    }
  }
}
