// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.LengthBucketedBatches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.PairGroup;

/** Samples pairs and groups those of similar length into batches of limited tokens. */
final class TranslationBatches implements Batches<TranslationBatch> {
  private static final String NUMBER = "number";

  private final Batches<List<TranslationPair>> batches;
  private long number;

  /**
   * Creates the batches.
   *
   * @param groups the pairs to sample from, the source sentence on the left
   */
  TranslationBatches(
      List<PairGroup> groups,
      TranslationPairEncoder encoder,
      TranslationRecipe.BatchOptions options,
      long seed) {
    PairSampler sampler = new PairSampler(groups, options.sampling(), seed);
    this.batches =
        new LengthBucketedBatches<>(
            new SampledPairs(sampler, encoder),
            TranslationPair::length,
            options.bucket(),
            options.pairs(),
            options.tokens(),
            seed);
  }

  @Override
  public TranslationBatch next() {
    return new TranslationBatch(batches.next(), number++);
  }

  @Override
  public int exampleCount(TranslationBatch batch) {
    return batch.pairs().size();
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new TreeMap<>(batches.position());
    position.put(NUMBER, new long[] {number});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    batches.seek(position);
    number = position.get(NUMBER)[0];
  }

  @Override
  public void close() {
    batches.close();
  }

  /** Samples pairs of any length. */
  private record SampledPairs(PairSampler sampler, TranslationPairEncoder encoder)
      implements Batches<List<TranslationPair>> {
    @Override
    public List<TranslationPair> next() {
      PairSampler.PairSample sample = sampler.next();
      List<TranslationPair> pairs = new ArrayList<>();
      for (int i = 0; i < sample.left().length; i++) {
        pairs.add(encoder.encode(sample.left()[i], sample.right()[i]));
      }
      return pairs;
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
}
