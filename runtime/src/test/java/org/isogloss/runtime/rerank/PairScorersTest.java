// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.WordLevelScoring;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairScorersTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);

  @TempDir Path scratch;

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.of("de"), "", text, 0, text.length());
  }

  @Test
  void opensWordLevelModelAsNoisyOrScorer() {
    Path folder = SampleTransformer.BERT_CLASSIFIER.copyInto(scratch);
    Passage two = passage("The city. It has a town hall.");
    Query query = Query.of("What about the Town and the CITY?");
    double prior = .02;
    double present = 0;
    ModelManifest manifest;
    try (ModelFolder model = ModelFolder.open(folder);
        PairScorer whole = PairScorers.open(model, SINGLE)) {
      manifest = model.manifest();
      assertThat(whole.producesProbabilities()).isTrue();
      for (String sentence : List.of("The city.", "It has a town hall.")) {
        double all = 1;
        for (String word : List.of("town", "city")) {
          double p = whole.score(Query.of(word), List.of(passage(sentence)))[0];
          all *= p * prior / (p * prior + 1 - p);
        }
        present = 1 - (1 - present) * (1 - all);
      }
    }
    manifest.withWordScoring(new WordLevelScoring(prior)).write(folder);
    try (ModelFolder model = ModelFolder.open(folder);
        PairScorer words = PairScorers.open(model, SINGLE)) {
      assertThat(words.producesProbabilities()).as("log-odds").isFalse();
      double expected = Math.log(present / (1 - present));
      assertThat(words.score(query, List.of(two))[0]).isCloseTo((float) expected, within(1e-4f));
    }
  }
}
