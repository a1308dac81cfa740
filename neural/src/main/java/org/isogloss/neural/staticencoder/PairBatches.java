// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;

/**
 * Batches of pairs for a static encoder, sampled by {@link PairSampler}. The seed and the number of
 * a batch also determine the words that it drops.
 */
final class PairBatches implements Batches<PairBatch> {
  private final WordCorpus corpus;
  private final WordTokenTable wordTokens;
  private final PairSamplingOptions options;
  private final PairSampler sampler;
  private final TokenBagBatch.Builder builder;

  PairBatches(
      WordCorpus corpus,
      WordTokenTable wordTokens,
      int vocabularySize,
      PairSamplingOptions options,
      long seed) {
    this.corpus = corpus;
    this.wordTokens = wordTokens;
    this.options = options;
    this.sampler = new PairSampler(corpus.training(), options, seed);
    this.builder = new TokenBagBatch.Builder(vocabularySize);
  }

  @Override
  public PairBatch next() {
    PairSampler.PairSample sample = sampler.next();
    for (int sentence : sample.left()) {
      addText(sentence, sample.random());
    }
    for (int sentence : sample.right()) {
      addText(sentence, sample.random());
    }
    return new PairBatch(builder.build(), sample.left(), sample.right());
  }

  @Override
  public int exampleCount(PairBatch batch) {
    return batch.pairCount();
  }

  private void addText(int sentence, SplittableRandom random) {
    builder.beginText();
    int start = corpus.sentenceStarts()[sentence];
    int end = corpus.sentenceStarts()[sentence + 1];
    int keptIndex =
        options.tokenDropout() > 0 && end > start ? start + random.nextInt(end - start) : start;
    for (int i = start; i < end; i++) {
      if (options.tokenDropout() > 0
          && i != keptIndex
          && random.nextDouble() < options.tokenDropout()) {
        continue;
      }
      int word = corpus.wordIds()[i];
      for (int p = 0; p < wordTokens.tokenCount(word); p++) {
        builder.add(wordTokens.tokenId(word, p));
      }
    }
  }

  @Override
  public Map<String, long[]> position() {
    return sampler.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampler.seek(position);
  }
}
