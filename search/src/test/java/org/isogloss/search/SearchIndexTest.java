// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.VectorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchIndexTest {
  @TempDir Path temporary;
  private Path folder;
  private final TrigramEncoder encoder = new TrigramEncoder(64);

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    SampleCollection.index(folder, encoder, SampleCollection.documents());
  }

  @Test
  void countsDocumentsAndPassages() {
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.documentCount()).isEqualTo(8);
      assertThat(index.passageCount()).isEqualTo(16);
      assertThat(index.passagesPerLanguage().toString()).isEqualTo("{en=6, de=4, fr=4, ru=2}");
      assertThat(index.manifest().model().orElseThrow().name()).isEqualTo("trigrams");
    }
  }

  @Test
  void findsPassagesWithTheirDocuments() {
    try (SearchIndex index = SearchIndex.open(folder)) {
      Passage expected =
          new Passage(
              "de-4", 1, Language.of("de"), "", "Der Zug nach München fährt mittags.", 43, 78);
      Hit hit = index.retriever("bm25").retrieve(Query.of("fährt"), 1).hits().getFirst();
      assertThat(index.passage(hit)).contains(expected);
      assertThat(index.documentPassages("de-4")).hasSize(2).element(1).isEqualTo(expected);
      assertThat(index.passage(new Hit("de-4", 2, 1))).isEmpty();
      assertThat(index.documentPassages("nobody")).isEmpty();
    }
  }

  @Test
  void returnsTheBestPassagePerDocument() {
    Query query = new Query("q", Language.of("en"), "cat document Berlin train dog table");
    try (SearchIndex index = SearchIndex.open(folder)) {
      Retriever passages = index.retriever("bm25", Set.of(LanguageRange.of("en")));
      assertThat(passages.retrieve(query, 10).size()).isEqualTo(6);
      Ranking documents = index.bestPassagePerDocument(passages).retrieve(query, 10);
      assertThat(documents.hits())
          .extracting(Hit::documentId)
          .containsExactlyInAnyOrder("en-0", "en-1", "en-2");
      assertThat(index.bestPassagePerDocument(passages).retrieve(query, 2).hits())
          .isEqualTo(documents.hits().subList(0, 2));
    }
  }

  @Test
  void searchesNoDeeperThanThereAreDocuments() {
    List<Hit> all = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      all.add(new Hit("en-" + i % 8, i, 5_000 - i));
    }
    AtomicInteger deepest = new AtomicInteger();
    Retriever recording =
        (query, depth) -> {
          deepest.accumulateAndGet(depth, Math::max);
          return new Ranking(all).top(depth);
        };
    try (SearchIndex index = SearchIndex.open(folder)) {
      Retriever documents = index.bestPassagePerDocument(recording);
      assertThat(documents.retrieve(Query.of("cat"), 1_000).size()).isEqualTo(8);
      assertThat(deepest).hasValueLessThanOrEqualTo(100);
    }
  }

  @Test
  void filtersLanguagesInThePipelineOrByParameter() {
    Query query = Query.of("Munich München");
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      Ranking named = index.retriever("lang:fr >> {bm25, dense}rrf").retrieve(query, 10);
      Retriever given = index.retriever("{bm25, dense}rrf", Set.of(LanguageRange.of("fr")));
      assertThat(given.retrieve(query, 10)).isEqualTo(named);
      assertThat(named.hits()).hasSize(4).allMatch(hit -> hit.documentId().startsWith("fr"));
      Retriever neither = index.retriever("lang:fr >> dense", Set.of(LanguageRange.of("de")));
      assertThat(neither.retrieve(query, 10).hits()).isEmpty();
    }
  }

  @Test
  void changesAreVisibleAfterOpening() {
    try (SearchIndex before = SearchIndex.at(folder).encoder(encoder).open();
        Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.delete(List.of("ru-7"));
      Document changed = new Document("en-0", Language.of("en"), "", "Zebras have stripes.");
      indexer.index(DocumentSource.of(List.of(changed)));
      Query query = Query.of("zebras");
      assertThat(before.retriever("bm25").retrieve(query, 5).hits()).isEmpty();
      assertThat(before.documentPassages("ru-7")).hasSize(2);
      try (SearchIndex after = SearchIndex.at(folder).encoder(encoder).open()) {
        assertThat(after.retriever("bm25").retrieve(query, 5).hits())
            .extracting(Hit::documentId)
            .containsExactly("en-0");
        assertThat(after.documentPassages("ru-7")).isEmpty();
        assertThat(after.documentPassages("en-0")).hasSize(1);
        assertThat(after.documentCount()).isEqualTo(7);
        assertThat(after.passagesPerLanguage().toString()).isEqualTo("{en=5, de=4, fr=4}");
        assertThat(after.retriever("dense").retrieve(Query.of("кошка"), 100).hits())
            .hasSize(13)
            .noneMatch(hit -> hit.documentId().equals("ru-7"));
      }
    }
  }

  @Test
  void rejectsAnotherModel() {
    try (var other = new TrigramEncoder(32)) {
      assertThatThrownBy(() -> SearchIndex.at(folder).encoder(other).open())
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("vectors of the model trigrams")
          .hasMessageContaining("64 dimensions")
          .hasMessageContaining("32 dimensions");
    }
  }

  @Test
  void rejectsDenseSearchWithoutAModel() {
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.defaultPipeline()).hasToString("bm25");
      assertThatThrownBy(() -> index.retriever("{bm25, dense}rrf"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("\"dense\" needs the vectors");
    }
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      assertThat(index.defaultPipeline()).hasToString("{bm25:2, dense}fair");
    }
  }

  @Test
  void contextualEncodersChangeTheDefaults() {
    Path another = temporary.resolve("contextual");
    Encoder contextual = new Contextual(encoder);
    try (Indexer indexer = Indexer.at(another).encoder("contextual", contextual).open()) {
      indexer.index(DocumentSource.of(SampleCollection.documents()));
    }
    try (SearchIndex index = SearchIndex.at(another).encoder(contextual).open()) {
      assertThat(index.manifest().vectors()).isEqualTo(new VectorOptions(false, true));
      assertThat(index.defaultPipeline()).hasToString("{bm25, dense}fair");
    }
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      assertThat(index.manifest().vectors()).isEqualTo(VectorOptions.PLAIN);
    }
  }

  /** An encoder that claims to be contextual. */
  private record Contextual(Encoder encoder) implements Encoder {
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
  void reportsMissingRerankers() {
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThatThrownBy(() -> index.retriever("bm25 >> rerank(cross)"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("no re-ranker \"cross\" is available");
      assertThatThrownBy(() -> index.retriever("bm25 >> rerank"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("no re-ranker called reranker is available")
          .hasMessageContaining("\">> rerank(FOLDER)\"");
    }
  }

  @Test
  void reportsDamage() throws IOException {
    assertThatThrownBy(() -> SearchIndex.open(temporary))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not an index");
    Path empty = Files.createDirectories(temporary.resolve("empty").resolve("lucene")).getParent();
    IndexManifestJson.write(empty, IndexManifest.read(folder));
    assertThatThrownBy(() -> SearchIndex.open(empty))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index has no commit");
    try (var files = Files.newDirectoryStream(folder.resolve("lucene"), "*.{cfs,fdt,tim}")) {
      for (Path file : files) {
        Files.write(file, new byte[] {1, 2, 3});
      }
    }
    assertThatThrownBy(() -> SearchIndex.open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index is damaged");
  }

  @Test
  void closingTwiceHasNoEffect() {
    SearchIndex index = SearchIndex.open(folder);
    index.close();
    index.close();
  }
}
