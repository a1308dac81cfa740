// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;

/**
 * Samples pairs of translations, either of which is the query for the other.
 *
 * @param maxLength maximum number of tokens of a text
 */
record TranslationExamples(
    TextCorpus corpus, PretrainedModel base, PairSampler sampler, int maxLength)
    implements Batches<List<RetrievalExample>> {
  @Override
  public List<RetrievalExample> next() {
    PairSampler.PairSample sample = sampler.next();
    List<RetrievalExample> examples = new ArrayList<>();
    for (int i = 0; i < sample.left().length; i++) {
      boolean swapped = sample.random().nextBoolean();
      int query = swapped ? sample.right()[i] : sample.left()[i];
      int passage = swapped ? sample.left()[i] : sample.right()[i];
      examples.add(
          new RetrievalExample(
              new RetrievalExample.Text(
                  base.encode(corpus.text(query), Role.QUERY, maxLength),
                  query,
                  Language.UNDETERMINED),
              new RetrievalExample.Text(
                  base.encode(corpus.text(passage), Role.PASSAGE, maxLength),
                  passage,
                  Language.UNDETERMINED),
              List.of(),
              Set.of(),
              List.of()));
    }
    return examples;
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
