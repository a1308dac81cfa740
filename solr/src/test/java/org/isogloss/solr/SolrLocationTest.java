// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.contract.IndexLocationContract;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.storage.IndexLocation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolrLocationTest extends IndexLocationContract {
  @TempDir private static Path folder;
  private static ClusterProcess cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = ClusterProcess.start(folder, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void rejectsQuantizedVectors() {
    IndexerBuilder quantized =
        Indexer.at(location("quantized"))
            .model(IndexManifest.Model.external("elsewhere", 2))
            .vectors(VectorOptions.PLAIN.withQuantization(VectorQuantization.ONE_BIT));
    assertThatThrownBy(quantized::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("found 1-bit vectors; omit the quantization");
  }

  @Override
  protected IndexLocation location(String name) {
    return cluster.location(name + "?shards=2");
  }

  @Test
  void anAliasReplacesAnIndexWithoutAPause() {
    write("first", "An old text about cats.");
    alias("first");
    try (SearchIndex before = SearchIndex.open(cluster.location("current"))) {
      assertThat(before.retriever("bm25").retrieve(Query.of("cats"), 5).hits()).hasSize(1);
      write("second", "A new text about dogs.");
      alias("second");
      try (SearchIndex after = SearchIndex.open(cluster.location("current"))) {
        assertThat(after.retriever("bm25").retrieve(Query.of("dogs"), 5).hits()).hasSize(1);
      }
    }
    assertThatThrownBy(() -> SearchIndex.open(cluster.location("missing")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no such collection");
  }

  @Test
  void namesTheFormatOfAnEarlierVersion() {
    write("earlier", "A text.");
    SolrInputDocument state = new SolrInputDocument();
    state.setField(SolrFields.ID, "isogloss state");
    state.setField(SolrFields.CONTENT, "{\"manifest\": {}, \"user_data\": {}, \"tables\": {}}");
    try (SolrCollection connection = SolrCollection.connect(cluster.address("earlier"))) {
      connection.update(new UpdateRequest().add(state));
    }
    assertThatThrownBy(() -> SearchIndex.open(cluster.location("earlier")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "the collection has format 1, this version of Isogloss reads format 2")
        .hasMessageEndingWith("index the documents again into a new collection");
  }

  private static void write(String collection, String text) {
    try (Indexer indexer = Indexer.at(cluster.location(collection)).open()) {
      indexer.index(DocumentSource.of(List.of(new Document("a", Language.of("en"), "", text))));
    }
  }

  private static void alias(String collection) {
    try (SolrCollection connection = SolrCollection.connect(cluster.address(collection))) {
      connection.call(
          client -> CollectionAdminRequest.createAlias("current", collection).process(client));
    }
  }
}
