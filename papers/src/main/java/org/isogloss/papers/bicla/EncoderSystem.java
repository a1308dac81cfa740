// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.List;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.data.bitext.SentencePair;

/** An encoder as a system: the cosine of the vectors of both sentences, encoded as queries. */
final class EncoderSystem implements MateSystem {
  private final Encoder encoder;

  EncoderSystem(Encoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public float[][] scores(MateTestSet test) {
    List<String> sources = test.pairs().stream().map(SentencePair::source).toList();
    List<String> targets = test.pairs().stream().map(SentencePair::target).toList();
    return WordBaselines.cosines(
        encoder.encode(sources, Role.QUERY), encoder.encode(targets, Role.QUERY));
  }
}
