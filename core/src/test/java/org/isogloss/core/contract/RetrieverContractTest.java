// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link Retriever}, tested with difficult queries. */
public abstract class RetrieverContractTest {
  private static final List<String> DIFFICULT_QUERIES =
      List.of(
          "",
          " \t\n\u3000",
          "\u200B",
          "?!...",
          "a AND (b OR \"c",
          "field:value* +x -y ~2 ^3 [1 TO 2] \\",
          "lonely \uD83D surrogate",
          "\uDE00\uD83D",
          "NUL \0 and \u0007 and \uFEFF and \u202E",
          "e\u0301\u0301\u0301\u0301 Z\u0351\u036Ba\u0315lgo",
          "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪",
          "a".repeat(100_000));

  /** The retriever under test, over passages several of which match {@link #known}. */
  protected abstract Retriever retriever();

  /** Queries with at least one hit. */
  protected abstract List<Query> known();

  private static List<Language> languages() {
    return List.of(Language.UNDETERMINED, Language.of("en"), Language.of("zh"));
  }

  private static void assertValid(Ranking ranking, int depth) {
    assertThat(ranking.size()).isLessThanOrEqualTo(depth);
    assertThat(ranking.hits()).isSortedAccordingTo(Hit.BEST_FIRST);
    var passages = new HashSet<String>();
    for (Hit hit : ranking.hits()) {
      assertThat(passages.add(hit.passage() + " of " + hit.documentId()))
          .as("%s occurs twice", hit)
          .isTrue();
      assertThat(hit.score()).isFinite();
    }
  }

  @Test
  void findsKnownPassages() {
    for (Query query : known()) {
      Ranking ranking = retriever().retrieve(query, 5);
      assertThat(ranking.hits()).as(query.toString()).isNotEmpty();
      assertValid(ranking, 5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 1000, 100_000, Integer.MAX_VALUE})
  void returnsAtMostDepthHits(int depth) {
    for (Query query : known()) {
      assertValid(retriever().retrieve(query, depth), depth);
    }
  }

  @Test
  void smallerDepthReturnsAPrefix() {
    for (Query query : known()) {
      List<Hit> more = retriever().retrieve(query, 20).hits();
      for (int depth = 1; depth < more.size(); depth++) {
        assertThat(retriever().retrieve(query, depth).hits())
            .as("%s, %d hits", query, depth)
            .isEqualTo(more.subList(0, depth));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void rejectsADepthBelowOne(int depth) {
    assertThatThrownBy(() -> retriever().retrieve(known().getFirst(), depth))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void blankQueryFindsNothing() {
    for (Language language : languages()) {
      assertThat(retriever().retrieve(new Query("q", language, ""), 10).hits()).isEmpty();
      assertThat(retriever().retrieve(new Query("q", language, " \t\n"), 10).hits()).isEmpty();
    }
  }

  @Test
  void handlesDifficultQueries() {
    for (Language language : languages()) {
      for (String text : DIFFICULT_QUERIES) {
        assertValid(retriever().retrieve(new Query("q", language, text), 10), 10);
      }
    }
  }

  @Test
  void acceptsAQueryAsLongAsADocument() {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder(known().getFirst().text());
    for (int i = 0; i < 5000; i++) {
      text.append(' ').append(Integer.toString(random.nextInt(), 36));
      text.append(' ').append(known().get(i % known().size()).text());
    }
    assertValid(retriever().retrieve(Query.of(text.toString()), 10), 10);
  }

  @Test
  void handlesRandomCharacters() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(40); length > 0; length--) {
        text.append((char) random.nextInt(0x10000));
      }
      Ranking ranking = retriever().retrieve(Query.of(text.toString()), 10);
      assertThat(ranking.size()).as("seed %d", seed).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void sameQueryHasTheSameRanking() {
    for (Query query : known()) {
      assertThat(retriever().retrieve(query, 50)).isEqualTo(retriever().retrieve(query, 50));
    }
  }

  @Test
  void severalQueriesTogetherGetWhatEachGetsAlone() {
    List<Query> queries = new ArrayList<>(known());
    queries.add(Query.of(" "));
    queries.add(known().getFirst());
    for (int depth : new int[] {1, 3, 1000}) {
      assertThat(retriever().retrieveAll(queries, depth))
          .isEqualTo(queries.stream().map(query -> retriever().retrieve(query, depth)).toList());
    }
    assertThat(retriever().retrieveAll(List.of(), 10)).isEmpty();
  }

  @Test
  void isThreadSafe() throws Exception {
    Retriever retriever = retriever();
    List<Ranking> expected = known().stream().map(query -> retriever.retrieve(query, 20)).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<List<Ranking>>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        all.add(
            threads.submit(
                () -> known().stream().map(query -> retriever.retrieve(query, 20)).toList()));
      }
      for (Future<List<Ranking>> one : all) {
        assertThat(one.get()).isEqualTo(expected);
      }
    }
  }
}
