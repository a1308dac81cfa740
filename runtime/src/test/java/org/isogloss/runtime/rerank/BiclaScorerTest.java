// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.PairScorerContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BiclaScorerTest extends PairScorerContractTest {
  private final BiclaFiles files = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, 7);

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    files.write(
        folder,
        new ModelManifest(
            "bicla",
            "MIT",
            new EncodingSettings("", "", 6, Pooling.NONE),
            new Provenance("", 1, List.of())));
  }

  @Override
  protected PairScorer open() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return PairScorers.open(model, InferenceOptions.defaults());
    }
  }

  private static Passage passage(String language, String text) {
    return new Passage("d", 0, Language.of(language), "", text, 0, text.length());
  }

  private double expected(WordTable first, String query, WordTable second, String passage) {
    return new ReferenceBicla(files)
        .signedLogScore(
            new WordSequence(first, first.rows(query, 6)),
            new WordSequence(second, second.rows(passage, 6)));
  }

  @Test
  void readsTextsInTheirLanguage() {
    WordTable english = files.words().get(0);
    WordTable german = files.words().get(1);
    try (PairScorer scorer = open()) {
      float[] scores =
          scorer.score(
              new Query("q", Language.of("de"), "a b unknown c"),
              List.of(passage("en", "d e f"), passage("de", "d e f"), passage("en", "?")));
      assertThat((double) scores[0])
          .isCloseTo(expected(german, "a b c", english, "d e f"), within(1e-5));
      assertThat((double) scores[1])
          .isCloseTo(expected(german, "a b c", german, "d e f"), within(1e-5));
      assertThat(scores[2]).isEqualTo(BiclaScorer.UNKNOWN_SCORE);
    }
  }

  @Test
  void readsAtMostTheMaximumLength() {
    WordTable english = files.words().get(0);
    try (PairScorer scorer = open()) {
      float[] scores =
          scorer.score(
              new Query("q", Language.of("en"), "a b c d e f g h"),
              List.of(passage("en", "a b c d e f g")));
      assertThat((double) scores[0])
          .isCloseTo(expected(english, "a b c d e f", english, "a b c d e f"), within(1e-5));
    }
  }

  @Test
  void isNoEncoder() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> Encoders.open(model, InferenceOptions.defaults()))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("has no vectors of texts: use it as a re-ranker");
    }
  }
}
