// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.text.Tokenizer;

/**
 * Sentences with their translations, for validation.
 *
 * @param name name of the languages
 * @param candidates the candidate sentences
 * @param queries the query sentences; the candidate at the same position is the translation
 * @param candidateKeys {@code [n]}: equal for equal sentences, any of which is correct
 */
record TranslationSet(
    String name, TokenBagBatch candidates, TokenBagBatch queries, int[] candidateKeys) {
  /** Creates a set of texts. */
  static TranslationSet of(
      String name, List<String> left, List<String> right, Tokenizer tokenizer) {
    return new TranslationSet(
        name,
        bags(left, tokenizer),
        bags(right, tokenizer),
        TranslationRetrievalValidation.textKeys(left));
  }

  /** Creates a set of a group of pairs. */
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

  /** Returns the share of queries whose nearest candidate, by cosine, is their translation. */
  // The scope frees the tensors of its block.
  @SuppressWarnings("try")
  double accuracy(StaticEncoderModel model) {
    try (PointerScope scope = new PointerScope()) {
      return TranslationRetrievalValidation.accuracy(
          model.vectors(queries), model.vectors(candidates), candidateKeys);
    }
  }
}
