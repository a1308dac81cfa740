// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.isogloss.api.Snippet;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.manifest.VectorOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetGeneratorTest {
  private static final String TEXT =
      "Berlin is old. Cats are animals. The largest cats  of all live in\u00A0Siberia. They hunt"
          + " deer.";

  @TempDir Path temporary;

  private Snippet snippet(String language, String text, Query query) {
    Path folder = temporary.resolve("index" + new Random().nextInt());
    try (var encoder = new TrigramEncoder(256)) {
      try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
        indexer.index(
            DocumentSource.of(
                List.of(
                    new Document("d", Language.of(language), "A title", text),
                    new Document("other", Language.of(language), "", "Cats and more cats."))));
      }
      try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
        return index.snippet(query, new Hit("d", 0, 1));
      }
    }
  }

  private static List<String> highlighted(Snippet snippet) {
    return snippet.highlights().stream().map(span -> span.coveredText(snippet.text())).toList();
  }

  @Test
  void selectsTheSentenceWithTheRarestWords() {
    Snippet snippet = snippet("en", TEXT, Query.of("Where in Siberia do cats live?"));
    assertThat(snippet.text())
        .isEqualTo("The largest cats of all live in Siberia. They hunt deer.");
    assertThat(highlighted(snippet)).containsExactly("cats", "live", "Siberia");
  }

  @Test
  void matchesWordsWithTheAnalyzerOfThePassage() {
    Snippet snippet =
        snippet("de", "Es regnet. Die Häuser sind alt.", new Query("q", Language.of("de"), "Haus"));
    assertThat(snippet.text()).isEqualTo("Die Häuser sind alt.");
    assertThat(highlighted(snippet)).containsExactly("Häuser");
  }

  @Test
  void selectsTheMostSimilarSentenceIfNoWordMatches() {
    Snippet snippet =
        snippet(
            "ru",
            "Первое предложение о погоде. Второе про zoologicheskij сад.",
            new Query("q", Language.of("en"), "zoological"));
    assertThat(snippet.text()).isEqualTo("Второе про zoologicheskij сад.");
    assertThat(snippet.highlights()).isEmpty();
  }

  @Test
  void shortensLongSentencesBetweenWords() {
    String text = "word ".repeat(100) + "needle" + " word".repeat(100) + ".";
    Snippet snippet = snippet("en", text, Query.of("needle"));
    assertThat(snippet.text()).startsWith("…").endsWith("…").hasSizeLessThan(245);
    assertThat(highlighted(snippet)).containsExactly("needle");
    Snippet endless = snippet("en", "x".repeat(3000), Query.of("nothing"));
    assertThat(endless.text()).isNotEmpty().hasSizeLessThan(245);
  }

  @Test
  void encodesTheQueryOnceForAllThreads() {
    Path folder = temporary.resolve("threads");
    List<Document> documents =
        IntStream.range(0, 8)
            .mapToObj(i -> new Document("d" + i, Language.of("en"), "A title", TEXT))
            .toList();
    AtomicInteger encoded = new AtomicInteger();
    try (Encoder encoder = counting(encoded);
        WorkerPool workers = new WorkerPool("test", 4)) {
      IndexerBuilder builder =
          Indexer.at(folder).encoder("trigrams", encoder).vectors(new VectorOptions(false, true));
      try (Indexer indexer = builder.open()) {
        indexer.index(DocumentSource.of(documents));
      }
      try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
        encoded.set(0);
        var snippets = index.snippets(Query.of("Where in Siberia do cats live?"), 100);
        assertThat(encoded).as("before the threads begin").hasValue(1);
        workers.map(
            documents.size(),
            i -> snippets.apply(index.passage(new Hit("d" + i, 0, 1)).orElseThrow()));
        assertThat(encoded).hasValue(1);
      }
    }
  }

  /** Returns an encoder that counts the queries that it encodes. */
  private static Encoder counting(AtomicInteger queries) {
    TrigramEncoder trigrams = new TrigramEncoder(256);
    return (Encoder)
        Proxy.newProxyInstance(
            Encoder.class.getClassLoader(),
            new Class<?>[] {Encoder.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("encode") && arguments[1] == Role.QUERY) {
                queries.incrementAndGet();
              }
              return method.invoke(trigrams, arguments);
            });
  }

  @Test
  void isNoLongerThanItsMaximumLength() {
    Path folder = temporary.resolve("lengths");
    String text = TEXT + " " + "needle ".repeat(40) + "𝒳".repeat(50) + ". End.";
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(
          DocumentSource.of(List.of(new Document("d", Language.of("en"), "A title", text))));
    }
    try (SearchIndex index = SearchIndex.open(folder)) {
      Passage passage = index.passage(new Hit("d", 0, 1)).orElseThrow();
      for (String query : List.of("needle", "Siberia", "nothing")) {
        for (int length : new int[] {1, 2, 7, 20, 55, 240, 1_000}) {
          Snippet snippet = index.snippet(Query.of(query), passage, length);
          assertThat(snippet.text().replace("…", ""))
              .as("%s, %d", query, length)
              .hasSizeLessThanOrEqualTo(length)
              .doesNotMatch(".*[\\ud800-\\udbff]");
        }
      }
      assertThat(index.snippet(Query.of("Berlin"), passage, 15).text()).isEqualTo("Berlin is old.");
      assertThat(index.snippet(Query.of("Berlin"), passage, 40).text())
          .isEqualTo("Berlin is old. Cats are animals.");
    }
  }

  @Test
  void returnsTheTitleOfAPassageWithoutText() {
    assertThat(snippet("en", "", Query.of("title")).text()).isEqualTo("A title");
  }
}
