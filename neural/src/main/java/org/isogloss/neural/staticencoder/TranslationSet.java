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
 * Sentences whose translations are to be retrieved.
 *
 * @param name name of the language pair
 * @param candidates the sentences that are searched
 * @param queries the translations of the candidates, in the same order
 * @param candidateKeys keys of the candidates, {@code [n]}; equal candidates have equal keys, and
 *     any of them is correct
 */
record TranslationSet(
    String name, TokenBagBatch candidates, TokenBagBatch queries, int[] candidateKeys) {
  /** Creates a set from texts; the right texts are the queries. */
  static TranslationSet of(
      String name, List<String> left, List<String> right, Tokenizer tokenizer) {
    return new TranslationSet(
        name,
        bags(left, tokenizer),
        bags(right, tokenizer),
        TranslationRetrievalValidation.textKeys(left));
  }

  /** Creates a set from a group of pairs; the right sentences are the queries. */
  static TranslationSet of(
      PairGroup group, WordCorpus corpus, WordTokenTable wordTokens, int vocabularySize) {
    TokenBagBatch.Builder builder = new TokenBagBatch.Builder(vocabularySize);
    return new TranslationSet(
        group.name(),
        bags(group.left(), corpus, wordTokens, builder),
        bags(group.right(), corpus, wordTokens, builder),
        group.left());
  }

  private static TokenBagBatch bags(List<String> texts, Tokenizer tokenizer) {
    TokenBagBatch.Builder builder = new TokenBagBatch.Builder(tokenizer.vocabularySize());
    for (String text : texts) {
      builder.beginText();
      for (int token : tokenizer.ids(text)) {
        builder.add(token);
      }
    }
    return builder.build();
  }

  private static TokenBagBatch bags(
      int[] sentences,
      WordCorpus corpus,
      WordTokenTable wordTokens,
      TokenBagBatch.Builder builder) {
    for (int sentence : sentences) {
      builder.beginText();
      for (int i = corpus.sentenceStarts()[sentence];
          i < corpus.sentenceStarts()[sentence + 1];
          i++) {
        int word = corpus.wordIds()[i];
        for (int p = 0; p < wordTokens.tokenCount(word); p++) {
          builder.add(wordTokens.tokenId(word, p));
        }
      }
    }
    return builder.build();
  }

  int size() {
    return candidateKeys.length;
  }

  /** Returns the fraction of queries whose nearest candidate by cosine is their translation. */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  double accuracy(StaticEncoderModel model) {
    try (PointerScope scope = new PointerScope()) {
      return TranslationRetrievalValidation.accuracy(
          model.vectors(queries), model.vectors(candidates), candidateKeys);
    }
  }
}
