package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DenseRetrieverTest {
  private static final int DOCUMENTS = 3000;

  private final TrigramEncoder encoder = new TrigramEncoder(32);
  private final List<Document> documents = new ArrayList<>();
  private Snapshot snapshot;

  @BeforeAll
  void index(@TempDir Path temporary) {
    Random random = new Random(11);
    for (int i = 0; i < DOCUMENTS; i++) {
      String language = List.of("en", "de", "th").get(i % 10 == 0 ? 1 : i % 100 == 1 ? 2 : 0);
      documents.add(new Document("d" + i, Language.of(language), "", text(random)));
    }
    Path folder = temporary.resolve("index");
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.index(DocumentSource.of(documents.subList(0, 1000)));
      indexer.index(DocumentSource.of(documents.subList(1000, DOCUMENTS)));
      indexer.delete(List.of("d1", "d2", "d2999"));
    }
    documents.remove(2999);
    documents.subList(1, 3).clear();
    snapshot = Snapshot.open(folder);
  }

  @AfterAll
  void close() {
    snapshot.close();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int words = 4; words > 0; words--) {
      text.append(Integer.toString(random.nextInt(5000) + 50_000, 36)).append(' ');
    }
    return text.toString().strip();
  }

  private List<Hit> bruteForce(String text, Set<String> codes, int depth) {
    float[] query = encoder.encode(List.of(text), Role.QUERY)[0];
    List<Hit> hits = new ArrayList<>();
    for (Document document : documents) {
      if (codes.contains(document.language().code())) {
        float[] vector = encoder.encode(List.of(document.text()), Role.PASSAGE)[0];
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
          sum += (double) vector[i] * query[i];
        }
        hits.add(new Hit(document.id(), sum));
      }
    }
    return Ranking.of(hits).top(depth).hits();
  }

  private List<Hit> search(String text, Set<String> codes, int depth, long exactUpTo) {
    var retriever = new DenseRetriever(snapshot, new QueryVectors(encoder), codes, exactUpTo);
    return retriever.retrieve(Query.of(text), depth).hits();
  }

  private static void assertSameScores(List<Hit> found, List<Hit> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).score()).isCloseTo(expected.get(i).score(), within(1e-6));
    }
  }

  @Test
  void exactSearchIsBruteForce() {
    Random random = new Random();
    for (Set<String> codes : List.of(Set.of("en", "de", "th"), Set.of("th"), Set.of("de", "en"))) {
      for (int i = 0; i < 20; i++) {
        String text = text(random);
        assertSameScores(search(text, codes, 25, 10_000), bruteForce(text, codes, 25));
      }
    }
  }

  @Test
  void theGraphFindsMostOfIt() {
    Random random = new Random();
    int found = 0;
    for (Set<String> codes : List.of(Set.of("en", "de", "th"), Set.of("th"), Set.of("de", "en"))) {
      for (int i = 0; i < 30; i++) {
        String text = text(random);
        List<Hit> approximate = search(text, codes, 10, 0);
        List<Hit> exact = search(text, codes, 10, 10_000);
        assertThat(approximate).hasSize(10);
        found += (int) approximate.stream().filter(exact::contains).count();
      }
    }
    assertThat(found / 900.0).as("recall of the graph").isGreaterThan(0.95);
  }

  @Test
  void aFilterIsKeptByBoth() {
    String text = documents.getFirst().text();
    for (long exactUpTo : new long[] {0, 10_000}) {
      assertThat(search(text, Set.of("th"), 40, exactUpTo))
          .hasSizeBetween(29, 30)
          .allMatch(hit -> Integer.parseInt(hit.documentId().substring(1)) % 100 == 1);
    }
  }
}
