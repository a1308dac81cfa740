// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.text.Encoding;

/**
 * Samples judged queries with passages.
 *
 * @param size number of queries in a batch
 * @param teacher reads the pairs, too, if there is one
 */
record JudgedExamples(
    JudgedQueries judged,
    PretrainedModel base,
    Optional<MarginTeacher> teacher,
    int size,
    JudgedQuerySampler sampler)
    implements Batches<List<RetrievalExample>> {
  @Override
  public List<RetrievalExample> next() {
    List<RetrievalExample> examples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedQuerySampler.SampledQuery sample = sampler.next();
      List<RetrievalExample.Text> negatives =
          Arrays.stream(sample.negatives()).mapToObj(this::passage).toList();
      examples.add(
          new RetrievalExample(
              new RetrievalExample.Text(
                  base.encodeQuery(judged.text(sample.query())),
                  sample.query(),
                  judged.language(sample.query())),
              passage(sample.positive()),
              negatives,
              sample.relevant(),
              teacher.map(reader -> pairs(reader, sample)).orElse(List.of())));
    }
    return examples;
  }

  private RetrievalExample.Text passage(int index) {
    return new RetrievalExample.Text(
        base.encodePassage(judged.text(index)), index, judged.language(index));
  }

  private List<Encoding> pairs(MarginTeacher reader, JudgedQuerySampler.SampledQuery sample) {
    String query = judged.text(sample.query());
    List<Encoding> pairs = new ArrayList<>();
    pairs.add(reader.encode(query, judged.text(sample.positive())));
    for (int negative : sample.negatives()) {
      pairs.add(reader.encode(query, judged.text(negative)));
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
