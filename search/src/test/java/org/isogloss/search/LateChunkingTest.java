// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.contract.WordVectorScorer;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateChunkingTest {
  private static final VectorOptions LATE = VectorOptions.PLAIN.withLateChunking(true);

  @TempDir private Path folder;

  private Path index() {
    return folder.resolve("index");
  }

  /** An encoder that cannot encode passages in context. */
  private record Plain(Encoder encoder) implements Encoder {
    @Override
    public int dimension() {
      return encoder.dimension();
    }

    @Override
    public String fingerprint() {
      return encoder.fingerprint();
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return encoder.encode(texts, role);
    }

    @Override
    public void close() {}
  }

  @Test
  void refusesAnEncoderWithoutContext() {
    IndexerBuilder builder =
        Indexer.at(index()).encoder("plain", new Plain(new TrigramEncoder(64))).vectors(LATE);
    assertThatThrownBy(builder::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected a transformer with mean pooling");
    assertThat(index()).doesNotExist();
  }

  @Test
  void refusesVectorsThatWereComputedElsewhere() {
    IndexerBuilder builder =
        Indexer.at(index()).model(IndexManifest.Model.external("other", 8)).vectors(LATE);
    assertThatThrownBy(builder::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("late chunking needs an encoder");
    assertThat(index()).doesNotExist();
  }

  /** Token vectors are those of the passage alone, so that its vector needs another pass. */
  @Test
  void doesNotTakeVectorsOfPassagesFromThePassThatComputesTokenVectors() {
    TrigramEncoder encoder = new TrigramEncoder(64);
    WordVectorScorer scorer = new WordVectorScorer(64);
    assertThat(scorer.sharesPoolingWith(encoder)).isTrue();
    Document document = new Document("d", Language.of("en"), "", "The cat sleeps. The dog barks.");
    try (Indexer indexer =
        Indexer.at(index())
            .encoder("trigrams", encoder)
            .tokenVectors("words", scorer)
            .passages(new PassageSplitter(3))
            .vectors(LATE)
            .open()) {
      indexer.index(DocumentSource.of(List.of(document)));
    }
    try (SearchIndex index = SearchIndex.at(index()).encoder(encoder).tokenVectors(scorer).open()) {
      assertThat(index.manifest().tokenVectors().orElseThrow().pooled()).isFalse();
      assertThat(index.vector(new Hit("d", 0, 0)).orElseThrow())
          .isNotEqualTo(encoder.encode(List.of("The cat sleeps."), Role.PASSAGE)[0]);
    }
  }
}
