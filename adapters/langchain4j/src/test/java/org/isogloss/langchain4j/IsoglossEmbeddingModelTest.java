// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.store.embedding.CosineSimilarity;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.junit.jupiter.api.Test;

class IsoglossEmbeddingModelTest {
  @Test
  void translationsAreNearerThanOtherTexts() {
    try (IsoglossEmbeddingModel model = TestModels.tiny()) {
      List<Embedding> embeddings =
          model
              .embedAll(
                  List.of(
                      TextSegment.from("The cat sleeps on the sofa."),
                      TextSegment.from("Die Katze schläft auf dem Sofa."),
                      TextSegment.from("Der Zentralrat erhöht die Zinsen.")))
              .content();
      assertThat(CosineSimilarity.between(embeddings.get(0), embeddings.get(1)))
          .isGreaterThan(CosineSimilarity.between(embeddings.get(0), embeddings.get(2)) + 0.2);
      assertThat(embeddings.getFirst().vector()).hasSize(model.dimension());
      assertThat(model.modelName()).isEqualTo("tiny");
    }
  }

  private static float[] embed(IsoglossEmbeddingModel model, EmbeddingInputType type) {
    return model
        .embed(EmbeddingRequest.builder().input("a text").inputType(type).build())
        .embeddings()
        .getFirst()
        .vector();
  }

  @Test
  void inputTypesAreRoles() {
    try (Encoder encoder = TestModels.withPrefixes()) {
      IsoglossEmbeddingModel model = IsoglossEmbeddingModel.of("prefixed", encoder);
      float[] query = encoder.encode(List.of("a text"), Role.QUERY)[0];
      float[] passage = encoder.encode(List.of("a text"), Role.PASSAGE)[0];
      assertThat(query).isNotEqualTo(passage);
      assertThat(embed(model, EmbeddingInputType.QUERY)).isEqualTo(query);
      assertThat(embed(model, EmbeddingInputType.DOCUMENT)).isEqualTo(passage);
      assertThat(model.embed("a text").content().vector())
          .as("without an input type")
          .isEqualTo(passage);
    }
  }

  @Test
  void aModelWithoutPrefixesAcceptsInputTypes() {
    try (IsoglossEmbeddingModel model = TestModels.tiny()) {
      assertThat(embed(model, EmbeddingInputType.QUERY))
          .isEqualTo(embed(model, EmbeddingInputType.DOCUMENT));
    }
  }

  @Test
  void rejectsOtherParameters() {
    try (IsoglossEmbeddingModel model = TestModels.tiny()) {
      EmbeddingRequest shorter = EmbeddingRequest.builder().input("x").dimensions(64).build();
      assertThatThrownBy(() -> model.embed(shorter))
          .isInstanceOf(UnsupportedFeatureException.class)
          .hasMessageContaining("dimensions");
      EmbeddingRequest other = EmbeddingRequest.builder().input("x").modelName("compact").build();
      assertThatThrownBy(() -> model.embed(other))
          .isInstanceOf(UnsupportedFeatureException.class)
          .hasMessageContaining("modelName");
    }
  }

  @Test
  void closesOnlyWhatItHasOpened() {
    AtomicInteger closings = new AtomicInteger();
    Encoder encoder =
        new Encoder() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public String fingerprint() {
            return "00";
          }

          @Override
          public float[][] encode(List<String> texts, Role role) {
            return new float[texts.size()][1];
          }

          @Override
          public void close() {
            closings.incrementAndGet();
          }
        };
    IsoglossEmbeddingModel.of("given", encoder).close();
    assertThat(closings).hasValue(0);
    IsoglossEmbeddingModel opened = TestModels.tiny();
    opened.close();
    opened.close();
    assertThatThrownBy(() -> opened.embed("x")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void explainsThatThereIsNoSuchModel() {
    assertThatThrownBy(() -> IsoglossEmbeddingModel.open("tinny"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"tinny\"");
  }
}
