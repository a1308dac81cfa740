// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.validation.IndexValidator;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents and queries whose vectors were computed elsewhere. */
class GivenVectorsTest {
  private static final IndexManifest.Model MODEL = IndexManifest.Model.external("elsewhere", 2);

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  private static EmbeddedDocument document(String id, String text, float... vector) {
    return new EmbeddedDocument(
        new Document(id, Language.of("en"), "", text)
            .withMetadata(Metadata.EMPTY.with("group", MetadataValue.of(id.substring(0, 1)))),
        vector);
  }

  private IndexingSummary index(EmbeddedDocument... documents) {
    try (Indexer indexer = Indexer.at(folder).model(MODEL).open()) {
      return indexer.indexEmbedded(List.of(documents));
    }
  }

  private List<Hit> nearest(float x, float y, Optional<Filter> filter) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      return index.nearest(new float[] {x, y}, filter, 10).hits();
    }
  }

  private List<String> nearestIds(float x, float y) {
    return nearest(x, y, Optional.empty()).stream().map(Hit::documentId).toList();
  }

  @Test
  void findsTheNearestByCosine() {
    index(
        document("a1", "east", 5, 0), document("a2", "north", 0, 1), document("b1", "west", -1, 0));
    List<Hit> hits = nearest(3, 4, Optional.empty());
    assertThat(hits).extracting(Hit::documentId).containsExactly("a2", "a1", "b1");
    assertThat(hits.get(0).score()).isCloseTo(0.8, within(1e-6));
    assertThat(hits.get(2).score()).isCloseTo(-0.6, within(1e-6));
    assertThat(nearest(3, 4, Optional.of(Filter.equal("group", "b"))))
        .extracting(Hit::documentId)
        .containsExactly("b1");
    assertThat(nearest(0, 0, Optional.empty())).as("nothing is near zero").isEmpty();
  }

  @Test
  void storesEachDocumentAsOnePassageWithItsVector() {
    String text = " A sentence of some words.\n".repeat(200);
    index(document("a1", text, 0, 2), document("a2", "", 1, 0), document("a3", "zero", 0, 0));
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.documentPassages("a1")).extracting(Passage::text).containsExactly(text);
      assertThat(index.documentPassages("a2")).extracting(Passage::text).containsExactly("");
      assertThat(index.vector(new Hit("a1", 0)).orElseThrow()).containsExactly(0, 1);
      assertThat(index.vector(new Hit("a3", 0))).isEmpty();
      assertThat(index.retriever("bm25").retrieve(Query.of("sentence"), 5).hits()).hasSize(1);
    }
    assertThat(nearestIds(1, 1)).containsExactly("a1", "a2");
    assertThat(IndexValidator.validate(folder).problems()).isEmpty();
  }

  @Test
  void replacesTheVectorOfAnEqualText() {
    index(document("a1", "same", 1, 0), document("a2", "other", 0.6f, 0.8f));
    assertThat(nearestIds(1, 0)).containsExactly("a1", "a2");
    IndexingSummary summary =
        index(document("a1", "same", 0, 1), document("a2", "other", 0.6f, 0.8f));
    assertThat(summary.documents()).isEqualTo(2);
    assertThat(nearestIds(1, 0)).containsExactly("a2", "a1");
  }

  @Test
  void doesNotPreventTheIndexingOfTheSameDocuments() {
    TrigramEncoder encoder = new TrigramEncoder(2);
    EmbeddedDocument embedded = document("a1", "A text of several words.", 1, 0);
    try (Indexer indexer =
        Indexer.at(folder).encoder("trigrams", encoder).passages(new PassageSplitter(2)).open()) {
      indexer.indexEmbedded(List.of(embedded));
      IndexingSummary summary = indexer.index(DocumentSource.of(List.of(embedded.document())));
      assertThat(summary.passages()).as("split by the second call").isGreaterThan(1);
    }
  }

  @Test
  void keepsTheLastOfSeveralDocumentsWithAnId() {
    index(document("a1", "first", 1, 0), document("a1", "second", 0, 1));
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.documentPassages("a1")).extracting(Passage::text).containsExactly("second");
      assertThat(index.vector(new Hit("a1", 0)).orElseThrow()).containsExactly(0, 1);
    }
  }

  @Test
  void findsWhatAnExhaustiveComparisonFinds() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<float[]> vectors = new ArrayList<>();
    List<EmbeddedDocument> documents = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      vectors.add(new float[] {(float) random.nextGaussian(), (float) random.nextGaussian()});
      documents.add(document("d" + i, "text " + i, vectors.get(i)));
    }
    index(documents.toArray(EmbeddedDocument[]::new));
    double angle = random.nextDouble(2 * Math.PI);
    double x = Math.cos(angle);
    double y = Math.sin(angle);
    Map<String, Double> cosines = new HashMap<>();
    for (EmbeddedDocument embedded : documents) {
      float[] vector = embedded.passages().getFirst().vector();
      double length = Math.hypot(vector[0], vector[1]);
      cosines.put(embedded.document().id(), (x * vector[0] + y * vector[1]) / length);
    }
    // Two vectors may be equally near in single precision.
    assertThat(cosines.get(nearestIds((float) x, (float) y).getFirst()))
        .as("seed " + seed)
        .isCloseTo(Collections.max(cosines.values()), within(1e-6));
  }

  @Test
  void deletesWhatMeetsAFilter() {
    index(document("a1", "x", 1, 0), document("a2", "y", 0, 1), document("b1", "z", -1, 0));
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThat(indexer.delete(Filter.equal("group", "a"))).isEqualTo(2);
      assertThat(indexer.delete(Filter.equal("group", "a"))).isZero();
      assertThatThrownBy(() -> indexer.delete(Filter.equal("grup", "b")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("did you mean group?");
      assertThat(indexer.delete(Filter.exists(Filter.ID))).as("the indexer is usable").isOne();
    }
    assertThat(nearestIds(1, 1)).isEmpty();
  }

  @Test
  void rejectsOtherModelsAndDimensions() {
    index(document("a1", "x", 1, 0));
    assertThatThrownBy(() -> index(document("a2", "x", 1, 0, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "the vector of a2 has 3 dimensions, expected those of the model elsewhere: 2");
    assertThatThrownBy(
            () -> {
              try (SearchIndex index = SearchIndex.open(folder)) {
                index.nearest(new float[3], Optional.empty(), 1);
              }
            })
        .hasMessageContaining("the vector of the query has 3 dimensions");
    assertThatThrownBy(
            () -> Indexer.at(folder).model(IndexManifest.Model.external("other", 2)).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index holds vectors of the model elsewhere");
    assertThatThrownBy(() -> Indexer.at(folder).encoder("elsewhere", new TrigramEncoder(2)).open())
        .hasMessageContaining("the index holds vectors of the model elsewhere");
    try (Indexer indexer = Indexer.at(folder).open()) {
      DocumentSource source =
          DocumentSource.of(List.of(new Document("a3", Language.of("en"), "", "without vector")));
      assertThatThrownBy(() -> indexer.index(source))
          .hasMessageContaining("open it with that model to add documents");
    }
  }

  @Test
  void rejectsAnIndexWithoutVectorsAndOneWithVectorsOfSentences() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThatThrownBy(() -> indexer.indexEmbedded(List.of(document("a1", "x", 1, 0))))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("created without a model and holds no vectors");
    }
    try (Indexer indexer =
        Indexer.at(folder)
            .encoder("trigrams", new TrigramEncoder(2))
            .vectors(new VectorOptions(false, true))
            .open()) {
      assertThatThrownBy(() -> indexer.indexEmbedded(List.of(document("a1", "x", 1, 0))))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("stores vectors of sentences");
    }
  }
}
