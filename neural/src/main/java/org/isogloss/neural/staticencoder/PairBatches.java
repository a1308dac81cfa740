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
 * Batches of pairs for a static encoder, sampled by {@link PairSampler}; token dropout depends on
 * the seed and the number of the batch.
 */
final class PairBatches implements Batches<PairBatch> {
  private final WordCorpus corpus;
  private final WordTokenTable pieces;
  private final PairSamplingOptions options;
  private final PairSampler sampler;
  private final TokenBagBatch.Builder builder;

  PairBatches(
      WordCorpus corpus,
      WordTokenTable pieces,
      int vocabularySize,
      PairSamplingOptions options,
      long seed) {
    this.corpus = corpus;
    this.pieces = pieces;
    this.options = options;
    this.sampler = new PairSampler(corpus.training(), options, seed);
    this.builder = new TokenBagBatch.Builder(vocabularySize);
  }

  @Override
  public PairBatch next() {
    PairSampler.PairSample draw = sampler.next();
    for (int sentence : draw.left()) {
      addText(sentence, draw.random());
    }
    for (int sentence : draw.right()) {
      addText(sentence, draw.random());
    }
    return new PairBatch(builder.build(), draw.left(), draw.right());
  }

  @Override
  public int exampleCount(PairBatch batch) {
    return batch.pairCount();
  }

  private void addText(int sentence, SplittableRandom random) {
    builder.beginText();
    int from = corpus.sentenceStarts()[sentence];
    int to = corpus.sentenceStarts()[sentence + 1];
    int spared = options.tokenDropout() > 0 && to > from ? from + random.nextInt(to - from) : from;
    for (int i = from; i < to; i++) {
      if (options.tokenDropout() > 0
          && i != spared
          && random.nextDouble() < options.tokenDropout()) {
        continue;
      }
      int word = corpus.wordIds()[i];
      for (int p = 0; p < pieces.tokenCount(word); p++) {
        builder.add(pieces.tokenId(word, p));
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
