// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.isogloss.core.Deadline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.storage.IndexUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and ZooKeeper that stop while documents are written and searched. */
@Tag("slow")
class ClusterFaultsTest {
  private static final int DOCUMENTS = 2_000;
  private static final Duration DEADLINE = Duration.ofSeconds(15);
  private static final TrigramEncoder ENCODER = new TrigramEncoder(32);

  @TempDir private Path folder;
  private ClusterProcess cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = ClusterProcess.start(folder, 2);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /**
   * @param round the title; other documents with the same ids replace those of another round
   */
  private static List<Document> documents(int round) {
    return IntStream.range(0, DOCUMENTS)
        .mapToObj(
            i ->
                new Document(
                    "d" + i,
                    Language.of("en"),
                    "Round " + round,
                    "Document " + i + " about topic " + i % 50))
        .toList();
  }

  private static Indexer indexer(SolrLocation location) {
    return Indexer.at(location)
        .encoder("trigrams", ENCODER)
        .commitEvery(Duration.ofMillis(500))
        .open();
  }

  private static SearchIndex open(SolrLocation location) {
    return SearchIndex.at(location).encoder(ENCODER).open();
  }

  @Test
  void aNodeThatStopsLosesNoDocument() throws Exception {
    SolrLocation location = cluster.location("docs?shards=2&replicas=2");
    Semaphore rounds = new Semaphore(0);
    try (ExecutorService background = Executors.newSingleThreadExecutor()) {
      Future<?> fault =
          background.submit(
              () -> {
                // In the middle of a round, and for at least one whole round.
                rounds.acquire();
                cluster.execute("stop 0");
                rounds.drainPermits();
                rounds.acquire(2);
                cluster.execute("start 0");
                return true;
              });
      try (Indexer indexer = indexer(location)) {
        for (int round = 0; !fault.isDone() || round == 0; round++) {
          indexer.index(DocumentSource.of(documents(round)));
          rounds.release();
        }
      }
      fault.get();
    }
    assertEveryDocumentOnce(location);
  }

  private static void assertEveryDocumentOnce(SolrLocation location) {
    try (SearchIndex index = open(location)) {
      Set<String> ids = new HashSet<>();
      List<String> twice = new ArrayList<>();
      index.forEachPassage(
          (passage, metadata) -> {
            if (!ids.add(passage.documentId())) {
              twice.add(passage.documentId());
            }
          });
      assertThat(ids).hasSize(DOCUMENTS);
      assertThat(twice).isEmpty();
    }
  }

  @Test
  void aKilledNodeLosesNoDocument() throws Exception {
    Path other = Files.createDirectory(folder.resolve("node"));
    SolrLocation location;
    try (ClusterProcess node = cluster.startNode(other);
        ExecutorService background = Executors.newSingleThreadExecutor()) {
      // Four copies on three nodes: the one that is killed has at least one.
      location = cluster.location("docs?shards=2&replicas=2");
      try (Indexer indexer = indexer(location)) {
        indexer.index(DocumentSource.of(documents(0)));
      }
      CountDownLatch firstRound = new CountDownLatch(1);
      Future<?> fault =
          background.submit(
              () -> {
                firstRound.await();
                node.kill();
                return true;
              });
      try (Indexer indexer = indexer(location)) {
        for (int round = 1; !fault.isDone() || round == 1; round++) {
          indexer.index(DocumentSource.of(documents(round)));
          firstRound.countDown();
        }
        fault.get();
        indexer.index(DocumentSource.of(documents(1_000)));
      }
      assertEveryDocumentOnce(location);
      try (SearchIndex index = open(location)) {
        assertThat(index.retriever("bm25").retrieve(Query.of("round 1000"), 10).hits()).hasSize(10);
      }
    }
    try (ClusterProcess restarted = cluster.startNode(other)) {
      try (Indexer indexer = indexer(location)) {
        indexer.index(DocumentSource.of(documents(1_001)));
      }
      assertEveryDocumentOnce(location);
      restarted.execute("stop 0");
      assertEveryDocumentOnce(location);
    }
  }

  @Test
  void searchesGoOnWithoutANode() {
    SolrLocation location = cluster.location("docs?shards=2&replicas=2");
    try (Indexer indexer = indexer(location)) {
      indexer.index(DocumentSource.of(documents(0)));
    }
    try (SearchIndex index = open(location)) {
      Retriever retriever = index.retriever("{bm25, dense}rrf");
      Ranking before = retriever.retrieve(Query.of("document 123 about topic"), 10);
      cluster.execute("stop 1");
      Ranking after = retriever.retrieve(Query.of("document 123 about topic"), 10);
      assertThat(after.hits()).extracting(Hit::documentId).isEqualTo(ids(before));
      cluster.execute("start 1");
      assertThat(retriever.retrieve(Query.of("document 7 about topic"), 10).hits()).hasSize(10);
    }
  }

  private static List<String> ids(Ranking ranking) {
    return ranking.hits().stream().map(Hit::documentId).toList();
  }

  @Test
  void withoutZooKeeperSearchesGoOnAndNewConnectionsFailWithAClearError() {
    SolrLocation location = cluster.location("docs");
    try (Indexer indexer = indexer(location)) {
      indexer.index(DocumentSource.of(documents(0)));
    }
    try (SearchIndex index = open(location)) {
      cluster.execute("zookeeper stop");
      assertThat(index.retriever("bm25").retrieve(Query.of("topic 7"), 10).hits()).hasSize(10);
      assertThatThrownBy(() -> open(location))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("ZooKeeper cannot be reached")
          .hasMessageContaining("check the address");
      cluster.execute("zookeeper start");
      assertThat(index.retriever("bm25").retrieve(Query.of("topic 8"), 10).hits()).hasSize(10);
    }
    try (SearchIndex index = open(location)) {
      assertThat(index.documentCount()).isEqualTo(DOCUMENTS);
    }
    try (Indexer indexer = indexer(location)) {
      assertThat(indexer.delete(List.of("d1"))).isEqualTo(1);
    }
  }

  @Test
  void searchesFailInTimeIfTheClusterIsAway() throws Exception {
    SolrLocation location = cluster.location("docs?shards=2&replicas=2");
    try (Indexer indexer = indexer(location)) {
      indexer.index(DocumentSource.of(documents(0)));
    }
    try (SearchIndex index = open(location)) {
      cluster.suspend();
      assertUnavailable(index, 1);
      cluster.resume();
      assertThat(index.retriever("bm25").retrieve(Query.of("topic 7"), 10).hits()).hasSize(10);
      cluster.kill();
      // Until after the session of ZooKeeper has expired.
      assertUnavailable(index, 6);
    }
  }

  private static void assertUnavailable(SearchIndex index, int searches) {
    Retriever retriever = index.retriever("{bm25, dense}rrf");
    for (int i = 0; i < searches; i++) {
      long start = System.nanoTime();
      assertThatThrownBy(
              () ->
                  Deadline.call(
                      DEADLINE, () -> retriever.retrieve(Query.of("document 123 about topic"), 10)))
          .isInstanceOf(IndexUnavailableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE);
    }
  }
}
