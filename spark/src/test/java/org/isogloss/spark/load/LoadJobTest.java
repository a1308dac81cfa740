// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.validation.IndexValidator;
import org.isogloss.spark.SparkCommandTest;
import org.isogloss.spark.TestDocuments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadJobTest extends SparkCommandTest {
  private static final List<String> PIPELINES =
      List.of("bm25", "dense", "{bm25, dense}rrf", "{bm25, dense(sentences=0.5)}fair");

  @TempDir Path folder;

  private Path encode(List<Document> documents) {
    Path file = TestDocuments.write(folder.resolve("documents.jsonl"), documents);
    Path passages = folder.resolve("passages");
    assertThat(
            spark(
                "encode",
                file,
                "--to",
                passages,
                "--model",
                "tiny",
                "--sentences",
                "--calibrated",
                "--partitions",
                "4"))
        .describedAs(err())
        .isZero();
    return passages;
  }

  private Path localIndex(LoadedModel model, List<Document> documents) {
    Path index = folder.resolve("local");
    try (Indexer indexer =
        Indexer.at(index)
            .encoder(model.name(), model.encoder())
            .vectors(new VectorOptions(/* calibrated= */ true, /* sentences= */ true))
            .open()) {
      indexer.index(DocumentSource.of(documents));
    }
    return index;
  }

  @Test
  void mergedShardsAnswerAsALocalIndex() {
    List<Document> documents = new ArrayList<>(TestDocuments.of(150));
    // The later document replaces the first one, although it is in another partition.
    documents.add(new Document("d1", Language.of("de"), "", "Der Zug fährt heute nicht."));
    Path shards = folder.resolve("shards");
    Path merged = folder.resolve("merged");
    assertThat(spark("load", encode(documents), "--to", shards, "--shards", "3"))
        .describedAs(err())
        .isZero();
    assertThat(spark("merge", shards, "--to", merged)).describedAs(err()).isZero();
    assertThat(IndexValidator.validate(merged).problems()).isEmpty();
    try (LoadedModel model = Models.open("tiny");
        SearchIndex expected =
            SearchIndex.at(localIndex(model, documents)).encoder(model.encoder()).open();
        SearchIndex found = SearchIndex.at(merged).encoder(model.encoder()).open()) {
      assertThat(found.documentCount()).isEqualTo(150);
      assertThat(found.passagesPerLanguage()).isEqualTo(expected.passagesPerLanguage());
      assertThat(found.fieldTypes()).isEqualTo(expected.fieldTypes());
      assertThat(found.documentPassages("d1")).isEqualTo(expected.documentPassages("d1"));
      for (String pipeline : PIPELINES) {
        for (String text : List.of("train mountains morning", "Tabelle speichern", "gare 17")) {
          assertThat(found.retriever(pipeline).retrieve(Query.of(text), 10))
              .describedAs(pipeline + " " + text)
              .isEqualTo(expected.retriever(pipeline).retrieve(Query.of(text), 10));
        }
      }
    }
  }

  @Test
  void eachShardIsAnIndexOfItsOwn() {
    Path shards = folder.resolve("shards");
    spark("load", encode(TestDocuments.of(20)), "--to", shards, "--shards", "2");
    long documents = 0;
    for (String name : List.of("part-00000.index", "part-00001.index")) {
      try (LoadedModel model = Models.open("tiny");
          SearchIndex shard =
              SearchIndex.at(shards.resolve(name)).encoder(model.encoder()).open()) {
        documents += shard.documentCount();
        assertThat(shard.retriever("dense").retrieve(Query.of("table"), 5).hits()).isNotEmpty();
      }
    }
    assertThat(documents).isEqualTo(20);
  }

  @Test
  void continuesWithTheMissingShards() throws IOException {
    Path passages = encode(TestDocuments.of(20));
    Path shards = folder.resolve("shards");
    spark("load", passages, "--to", shards, "--shards", "2");
    Path kept = shards.resolve("part-00000.index");
    Path lost = shards.resolve("part-00001.index");
    Map<Path, Object> before = times(kept);
    Files.move(lost, folder.resolve("moved"));
    Files.delete(shards.resolve("_SUCCESS"));
    assertThat(spark("merge", shards, "--to", folder.resolve("merged"))).isEqualTo(1);
    assertThat(err()).contains("is incomplete, because load has not ended");
    assertThat(spark("load", passages, "--to", shards, "--shards", "2")).isZero();
    assertThat(times(kept)).isEqualTo(before);
    try (SearchIndex again = SearchIndex.open(lost);
        SearchIndex first = SearchIndex.open(folder.resolve("moved"))) {
      assertThat(again.documentCount()).isEqualTo(first.documentCount()).isPositive();
    }
  }

  private static Map<Path, Object> times(Path index) throws IOException {
    Map<Path, Object> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(index)) {
      for (Path file : files.toList()) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  @Test
  void aFieldThatDiffersBetweenShardsMustBeDeclared() throws IOException {
    Path file = folder.resolve("documents.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      String size = i % 2 == 0 ? "10" : "\"large\"";
      lines.append("{\"id\": \"" + i + "\", \"text\": \"A text.\", \"size\": " + size + "}\n");
    }
    Files.writeString(file, lines);
    Path passages = folder.resolve("passages");
    spark("encode", file, "--to", passages, "--model", "none");
    assertThat(spark("load", passages, "--to", folder.resolve("failed"), "--shards", "1"))
        .isEqualTo(1);
    assertThat(err()).contains("the field \"size\" is");
    Path shards = folder.resolve("shards");
    assertThat(spark("load", passages, "--to", shards, "--shards", "2", "--field", "size=string"))
        .isZero();
    assertThat(spark("merge", shards, "--to", folder.resolve("merged"))).isZero();
  }
}
