// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;

/** Batches of translations: a text in the source language and one in another language each. */
final class TranslationBatches implements Batches<List<AdversaryExample>> {
  private final TextCorpus corpus;
  private final AdversaryExamples examples;
  private final String source;
  private final PairSampler sampler;

  /**
   * Creates batches of the pairs of a corpus that have a side in the source language.
   *
   * @throws TrainingException if there is no such pair
   */
  TranslationBatches(
      TextCorpus corpus,
      AdversaryExamples examples,
      String source,
      PairSamplingOptions options,
      long seed) {
    this.corpus = corpus;
    this.examples = examples;
    this.source = source;
    List<PairGroup> groups =
        corpus.training().stream()
            .filter(group -> group.size() > 0 && group.languages().contains(source))
            .toList();
    if (groups.isEmpty()) {
      throw new TrainingException(
          "no training pair has a side in "
              + source
              + ", the source language of the adversary: found "
              + corpus.training().stream().map(PairGroup::name).distinct().toList());
    }
    this.sampler = new PairSampler(groups, options, seed);
  }

  @Override
  public List<AdversaryExample> next() {
    PairSampler.PairSample sample = sampler.next();
    List<AdversaryExample> batch = new ArrayList<>();
    for (int i = 0; i < sample.left().length; i++) {
      PairGroup group = sampler.groups().get(sample.groups()[i]);
      boolean leftIsSource = group.languages().getFirst().equals(source);
      add(batch, sample.left()[i], leftIsSource);
      add(batch, sample.right()[i], !leftIsSource);
    }
    return batch;
  }

  private void add(List<AdversaryExample> batch, int sentence, boolean isSource) {
    AdversaryExample example = examples.encode(corpus.text(sentence), "", isSource);
    if (examples.isUsable(example)) {
      batch.add(example);
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
