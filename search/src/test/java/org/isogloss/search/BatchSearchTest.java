// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchSearchTest {
  /** Returns the id of the query as the only hit; earlier queries take longer. */
  private static final Retriever ECHO =
      (query, depth) -> {
        if (Integer.parseInt(query.text()) % 40 == 0) {
          try {
            Thread.sleep(5);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        return new Ranking(List.of(new Hit("d" + query.text(), 1)));
      };

  private static List<Query> queries(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Query("q" + i, Language.UNDETERMINED, Integer.toString(i)))
        .toList();
  }

  @Test
  void returnsResultsInTheOrderOfTheQueries() {
    try (Stream<QueryResult> answers = BatchSearch.search(ECHO, queries(1000), 5, 8)) {
      List<QueryResult> all = answers.toList();
      assertThat(all).extracting(QueryResult::query).isEqualTo(queries(1000));
      assertThat(all)
          .allMatch(
              answer ->
                  answer
                      .ranking()
                      .hits()
                      .getFirst()
                      .documentId()
                      .equals("d" + answer.query().text()));
    }
  }

  @Test
  void encodesQueriesInBatches(@TempDir Path folder) {
    CountingEncoder encoder = new CountingEncoder(new TrigramEncoder(32));
    SampleCollection.index(folder, encoder, SampleCollection.documents());
    encoder.calls.set(0);
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      for (String pipeline : List.of("{bm25, dense}rrf", "bm25")) {
        Retriever retriever = index.bestPassagePerDocument(index.retriever(pipeline));
        try (Stream<QueryResult> answers = BatchSearch.search(retriever, queries(200), 5, 1)) {
          assertThat(answers.toList())
              .allMatch(answer -> answer.ranking().equals(retriever.retrieve(answer.query(), 5)));
        }
      }
    }
    assertThat(encoder.calls).hasValue(200 / 32 + 1);
  }

  private record CountingEncoder(Encoder encoder, AtomicInteger calls) implements Encoder {
    CountingEncoder(Encoder encoder) {
      this(encoder, new AtomicInteger());
    }

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
      calls.incrementAndGet();
      return encoder.encode(texts, role);
    }

    @Override
    public void close() {
      encoder.close();
    }
  }

  @Test
  void limitsTheNumberOfQueriesReadAhead() {
    AtomicInteger read = new AtomicInteger();
    Iterable<Query> endless =
        () ->
            new Iterator<>() {
              @Override
              public boolean hasNext() {
                return true;
              }

              @Override
              public Query next() {
                return new Query("q", Language.UNDETERMINED, "" + read.incrementAndGet());
              }
            };
    try (Stream<QueryResult> answers = BatchSearch.search(ECHO, endless, 5, 2)) {
      assertThat(answers.limit(10).toList()).hasSize(10);
    }
    assertThat(read.get()).isLessThan(500);
  }

  @Test
  void propagatesExceptionsOfTheRetriever() {
    List<Query> queries = new ArrayList<>(queries(100));
    queries.add(Query.of("no number"));
    try (Stream<QueryResult> answers = BatchSearch.search(ECHO, queries, 5, 4)) {
      assertThatThrownBy(answers::toList).isInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void noQueriesYieldNoResults() {
    try (Stream<QueryResult> answers = BatchSearch.search(ECHO, List.of(), 5, 4)) {
      assertThat(answers).isEmpty();
    }
  }
}
