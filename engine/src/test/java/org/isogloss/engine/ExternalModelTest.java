// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.manifest.VectorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors that a program computes itself. */
class ExternalModelTest {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  private static EmbeddedDocument document(String id, String text, float... vector) {
    Document document =
        new Document(id, Language.of("en"), "", text)
            .withMetadata(Metadata.EMPTY.with("kind", MetadataValue.of(text)));
    return new EmbeddedDocument(document, vector);
  }

  private SearchEngine open() {
    return SearchEngine.at(folder).externalModel("elsewhere", 2).openOrCreate();
  }

  private static List<String> ids(List<NearestPassage> nearest) {
    return nearest.stream().map(passage -> passage.hit().documentId()).toList();
  }

  @Test
  void searchesByVectorAndByWords() {
    try (SearchEngine engine = open()) {
      engine.indexEmbedded(List.of(document("cat", "cat", 1, 0), document("dog", "dog", 0, 1)));
    }
    try (SearchEngine engine = open()) {
      List<NearestPassage> nearest = engine.view().nearest(new float[] {1, 3}, 5);
      assertThat(ids(nearest)).containsExactly("dog", "cat");
      assertThat(nearest.getFirst().passage().text()).isEqualTo("dog");
      assertThat(nearest.getFirst().metadata().find("kind")).contains(MetadataValue.of("dog"));
      assertThat(nearest.getFirst().vector()).containsExactly(0, 1);
      assertThat(ids(engine.view().nearest(new float[] {1, 3}, Filter.equal("kind", "cat"), 5)))
          .containsExactly("cat");
      assertThat(ids(engine.view().nearest(new float[] {1, 3}, 1))).containsExactly("dog");
      assertThat(engine.search("cat", 5).ranking().hits())
          .extracting(hit -> hit.documentId())
          .containsExactly("cat");
    }
  }

  @Test
  void storesVectorsOfLargeModels() {
    float[] vector = new float[3_072];
    vector[3_071] = 1;
    try (SearchEngine engine =
        SearchEngine.at(folder).externalModel("large", vector.length).openOrCreate()) {
      engine.indexEmbedded(List.of(document("cat", "cat", vector)));
      assertThat(engine.view().nearest(vector, 1).getFirst().vector()).containsExactly(vector);
    }
    assertThatThrownBy(() -> SearchEngine.at(folder).externalModel("larger", 4_097))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dimension is 4097, expected 1 to 4096");
  }

  @Test
  void deletesByFilter() {
    try (SearchEngine engine = open()) {
      engine.indexEmbedded(List.of(document("cat", "cat", 1, 0), document("dog", "dog", 0, 1)));
      assertThat(engine.delete(Filter.equal("kind", "cat"))).isOne();
      assertThat(ids(engine.view().nearest(new float[] {1, 0}, 5))).containsExactly("dog");
    }
  }

  @Test
  void acceptsOnlyTheModelOfTheIndex() {
    open().close();
    assertThatThrownBy(() -> SearchEngine.at(folder).externalModel("elsewhere", 3).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index holds vectors of the model elsewhere")
        .hasMessageContaining("3 dimensions");
    assertThatThrownBy(() -> SearchEngine.open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"elsewhere\"");
  }

  @Test
  void vectorsOfItsOwnEncoderAreSearchedByTextToo() {
    TestEncoder encoder = new TestEncoder();
    List<String> texts = List.of("The cat sleeps.", "A train leaves.");
    float[][] vectors = encoder.encode(texts, Role.PASSAGE);
    try (SearchEngine engine =
        SearchEngine.at(folder)
            .encoder("test", encoder)
            .vectors(VectorOptions.PLAIN)
            .openOrCreate()) {
      engine.indexEmbedded(
          List.of(
              document("cat", texts.get(0), vectors[0]),
              document("train", texts.get(1), vectors[1])));
      SearchRequest request = SearchRequest.of("sleeping cat").withPipeline("dense");
      assertThat(engine.search(request).results().getFirst().hit().documentId()).isEqualTo("cat");
    }
  }
}
