// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.Role;
import org.isogloss.search.DocumentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses one engine from many threads. */
@Timeout(120)
class ConcurrentSearchTest {
  @TempDir Path folder;

  /**
   * Each commit contains whole batches: a search that sees a partial batch has mixed two commits.
   */
  private static final int BATCH = 7;

  @Test
  void searchesSeeWholeCommitsWhileAnotherThreadWrites() throws Exception {
    TestEncoder encoder = new TestEncoder();
    try (SearchEngine engine =
            SearchEngine.at(folder.resolve("index")).encoder("trigrams", encoder).openOrCreate();
        ExecutorService threads = Executors.newFixedThreadPool(6)) {
      AtomicBoolean writing = new AtomicBoolean(true);
      AtomicInteger different = new AtomicInteger();
      SearchRequest request = SearchRequest.of("marker").withPipeline("bm25").withTop(1000);
      List<Future<Integer>> searching = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        boolean batch = i % 2 == 0;
        searching.add(
            threads.submit(
                () -> {
                  int searches = 0;
                  int before = -1;
                  while (writing.get()) {
                    SearchResults found =
                        batch
                            ? engine.searchAll(List.of(request, request)).getLast()
                            : engine.search(request);
                    assertThat(found.size() % BATCH).isZero();
                    assertThat(found.size()).as("commits only grow").isGreaterThanOrEqualTo(before);
                    assertThat(found.stream().map(result -> result.passage().text()))
                        .allMatch(text -> text.contains("marker"));
                    different.addAndGet(found.size() == before ? 0 : 1);
                    before = found.size();
                    searches++;
                  }
                  return searches;
                }));
      }
      try {
        for (int i = 0; i < 12; i++) {
          engine.index(TestDocuments.marked(i * BATCH, BATCH));
        }
      } finally {
        writing.set(false);
      }
      for (Future<Integer> future : searching) {
        assertThat(future.get()).isPositive();
      }
      assertThat(different.get()).as("searches saw several commits").isGreaterThan(5);
      assertThat(engine.search(request).size()).isEqualTo(12 * BATCH);
    }
  }

  @Test
  void oneThreadIsThatOfTheCaller() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    TestEncoder encoder =
        new TestEncoder() {
          @Override
          public float[][] encode(List<String> texts, Role role) {
            threads.add(Thread.currentThread());
            return super.encode(texts, role);
          }
        };
    try (SearchEngine engine =
        SearchEngine.at(folder.resolve("index"))
            .encoder("trigrams", encoder)
            .threads(1)
            .openOrCreate()) {
      engine.index(TestDocuments.marked(0, 20));
      threads.clear();
      SearchRequest request =
          SearchRequest.of("a marker")
              .withPipeline("dense >> translations(complete=5)")
              .withTop(20);
      assertThat(engine.search(request).size()).isPositive();
      assertThat(threads).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void serialisesConcurrentWriters() throws Exception {
    try (SearchEngine engine =
            SearchEngine.at(folder.resolve("index")).withoutVectors().openOrCreate();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int from = i * 10;
        running.add(threads.submit(() -> engine.index(TestDocuments.marked(from, 10))));
        running.add(threads.submit(engine::refresh));
      }
      for (Future<?> future : running) {
        future.get();
      }
      assertThat(engine.view().documentCount()).isEqualTo(80);
    }
  }

  @Test
  void closingWaitsForRunningSearchesAndRejectsNewOnes() throws Exception {
    CountDownLatch searching = new CountDownLatch(1);
    CountDownLatch resume = new CountDownLatch(1);
    Retriever slow =
        (query, depth) -> {
          searching.countDown();
          try {
            assertThat(resume.await(60, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Ranking.of(List.of(new Hit("en-0", 0, 1)));
        };
    Path index = folder.resolve("index");
    try (SearchEngine engine = SearchEngine.at(index).withoutVectors().openOrCreate()) {
      engine.index(TestDocuments.marked(0, 3));
    }
    SearchEngine engine = SearchEngine.at(index).retriever("slow", slow).open();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      Future<SearchResults> running =
          threads.submit(
              () -> engine.search(SearchRequest.of("x").withPipeline("retriever(slow)")));
      assertThat(searching.await(60, TimeUnit.SECONDS)).isTrue();
      Future<?> closing = threads.submit(engine::close);
      Future<?> closingToo = threads.submit(engine::close);
      while (true) {
        try {
          engine.view().documentCount();
          Thread.onSpinWait();
        } catch (IllegalStateException e) {
          assertThat(e).hasMessageContaining("is closed");
          break;
        }
      }
      assertThat(closing.isDone()).isFalse();
      assertThat(closingToo.isDone()).isFalse();
      resume.countDown();
      assertThat(running.get().results().getFirst().passage().text())
          .as("the search that was running finds its passages")
          .contains("marker");
      closing.get();
      closingToo.get();
    }
  }

  @Test
  void rejectsClosingFromAListener() {
    SearchEngine engine = SearchEngine.at(folder.resolve("index")).withoutVectors().openOrCreate();
    try (DocumentSource source = DocumentSource.of(TestDocuments.marked(0, 3))) {
      assertThatThrownBy(() -> engine.index(source, progress -> engine.close()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cannot be closed from within one of its operations");
    }
    engine.index(TestDocuments.marked(0, 3));
    assertThat(engine.search("marker", 3)).as("it is still open").isNotEmpty();
    engine.close();
  }
}
