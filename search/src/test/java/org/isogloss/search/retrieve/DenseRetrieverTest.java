// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.vector.LanguageMeanAccumulator;
import org.isogloss.search.vector.ReproducibleDotProduct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DenseRetrieverTest {
  private static final int DOCUMENTS = 3000;
  private static final Set<String> ALL = Set.of("en", "de", "th");

  private final TrigramEncoder encoder = new TrigramEncoder(32);
  private final List<Document> documents = new ArrayList<>();
  private LuceneSnapshot snapshot;

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
    snapshot = LuceneSnapshot.open(folder);
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

  private float[] vector(String text) {
    return encoder.encode(List.of(text), Role.PASSAGE)[0];
  }

  /**
   * The mean of some passages and {@link LanguageMeanAccumulator#PRIOR_COUNT} pseudo-vectors equal
   * to {@code prior}.
   */
  private double[] mean(Predicate<Document> counts, double[] prior) {
    double[] sum = Arrays.stream(prior).map(x -> LanguageMeanAccumulator.PRIOR_COUNT * x).toArray();
    int n = LanguageMeanAccumulator.PRIOR_COUNT;
    for (Document document : documents) {
      if (counts.test(document)) {
        float[] vector = vector(document.text());
        Arrays.setAll(sum, i -> sum[i] + vector[i]);
        n++;
      }
    }
    int count = n;
    return Arrays.stream(sum).map(x -> x / count).toArray();
  }

  private Map<String, double[]> means(boolean calibrated) {
    double[] none = new double[encoder.dimension()];
    double[] overall = mean(document -> true, none);
    Map<String, double[]> means = new HashMap<>();
    for (String code : ALL) {
      means.put(
          code,
          calibrated ? mean(document -> document.language().code().equals(code), overall) : none);
    }
    return means;
  }

  private static double[] without(float[] vector, double[] mean) {
    double[] difference = new double[vector.length];
    Arrays.setAll(difference, i -> vector[i] - mean[i]);
    double length = Math.sqrt(Arrays.stream(difference).map(x -> x * x).sum());
    return Arrays.stream(difference).map(x -> x / length).toArray();
  }

  private List<Hit> bruteForce(
      Query textQuery, Set<String> codes, int depth, Map<String, double[]> means) {
    double[] query = without(vector(textQuery.text()), means.get(textQuery.language().code()));
    List<Hit> hits = new ArrayList<>();
    for (Document document : documents) {
      String code = document.language().code();
      if (codes.contains(code)) {
        double[] passage = without(vector(document.text()), means.get(code));
        double cosine =
            IntStream.range(0, query.length).mapToDouble(i -> query[i] * passage[i]).sum();
        hits.add(new Hit(document.id(), cosine));
      }
    }
    return Ranking.of(hits).top(depth).hits();
  }

  private List<Hit> search(
      Query query, Set<String> codes, int depth, boolean calibrated, long exactUpTo) {
    var options = new DenseOptions(calibrated, 0);
    var retriever =
        new DenseRetriever(
            snapshot,
            new QueryVectorCache(encoder)::get,
            options,
            snapshot.candidates(PassageScope.ofLanguages(codes), exactUpTo));
    return retriever.retrieve(query, depth).hits();
  }

  private static Query german(String text) {
    return new Query("q", Language.of("de"), text);
  }

  private static void assertSameScores(List<Hit> found, List<Hit> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).score()).isCloseTo(expected.get(i).score(), within(2e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exactSearchEqualsBruteForce(boolean calibrated) {
    Random random = new Random();
    Map<String, double[]> means = means(calibrated);
    for (Set<String> codes : List.of(ALL, Set.of("th"), Set.of("de", "en"))) {
      for (int i = 0; i < 20; i++) {
        Query query = german(text(random));
        assertSameScores(
            search(query, codes, 25, calibrated, 10_000), bruteForce(query, codes, 25, means));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void approximateSearchHasHighRecall(boolean calibrated) {
    Random random = new Random();
    int found = 0;
    for (Set<String> codes : List.of(ALL, Set.of("th"), Set.of("de", "en"))) {
      for (int i = 0; i < 30; i++) {
        Query query = german(text(random));
        List<Hit> approximate = search(query, codes, 10, calibrated, 0);
        List<Hit> exact = search(query, codes, 10, calibrated, 10_000);
        assertThat(approximate).hasSize(10);
        Set<String> nearest = exact.stream().map(Hit::documentId).collect(Collectors.toSet());
        found +=
            (int) approximate.stream().filter(hit -> nearest.contains(hit.documentId())).count();
      }
    }
    assertThat(found / 900.0).as("recall of the graph").isGreaterThan(0.95);
  }

  @Test
  void bothSearchesRespectFilters() {
    Query query = german(documents.getFirst().text());
    for (long exactUpTo : new long[] {0, 10_000}) {
      assertThat(search(query, Set.of("th"), 40, false, exactUpTo))
          .hasSizeBetween(29, 30)
          .allMatch(hit -> Integer.parseInt(hit.documentId().substring(1)) % 100 == 1);
    }
  }

  @Test
  void scoresAreReproducible(@TempDir Path temporary) {
    Path exact = temporary.resolve("exact");
    TrigramEncoder encoder = new TrigramEncoder(64);
    SampleCollection.index(exact, encoder, SampleCollection.documents());
    Query query = Query.of("the cat sleeps");
    float[] queryVector = encoder.encode(List.of(query.text()), Role.QUERY)[0];
    try (SearchIndex index = SearchIndex.at(exact).encoder(encoder).open()) {
      for (Hit hit : index.retriever("dense").retrieve(query, 10).hits()) {
        String text = index.passage(hit).orElseThrow().titledText();
        float[] vector = encoder.encode(List.of(text), Role.PASSAGE)[0];
        assertThat((float) hit.score())
            .isEqualTo(ReproducibleDotProduct.dotProduct(queryVector, vector));
      }
    }
  }

  @Test
  void feedbackMovesTheQueryTowardsHitsLikeTheFirst() {
    Random random = new Random();
    Pipeline.Feedback feedback = new Pipeline.Feedback(0.7, 0.4);
    int changed = 0;
    for (int i = 0; i < 20; i++) {
      Query query = german(text(random));
      List<Hit> first = search(query, ALL, FeedbackVector.HITS, false, 10_000);
      float[] asked = vector(query.text());
      double[] best = toDouble(vector(documentOf(first.getFirst()).text()));
      double[] sum = new double[asked.length];
      double total = 0;
      Set<Language> languages = new HashSet<>();
      for (Hit hit : first) {
        double[] passage = toDouble(vector(documentOf(hit).text()));
        if (!languages.contains(documentOf(hit).language())
            && dot(best, passage) >= feedback.minSimilarity()) {
          languages.add(documentOf(hit).language());
          double weight = Math.exp(20 * dot(toDouble(asked), passage));
          total += weight;
          Arrays.setAll(sum, d -> sum[d] + weight * passage[d]);
        }
      }
      boolean moves = languages.size() > 1;
      changed += moves ? 1 : 0;
      double scale = moves ? feedback.weight() / total : 0;
      double[] moved = new double[asked.length];
      Arrays.setAll(moved, d -> asked[d] + scale * sum[d]);
      double length = Math.sqrt(dot(moved, moved));
      List<Hit> expected = new ArrayList<>();
      for (Document document : documents) {
        double cosine = dot(moved, toDouble(vector(document.text()))) / length;
        expected.add(new Hit(document.id(), cosine));
      }
      var retriever =
          new DenseRetriever(
              snapshot,
              new QueryVectorCache(encoder)::get,
              new DenseOptions(false, 0, Optional.of(feedback)),
              snapshot.candidates(PassageScope.ofLanguages(ALL), 10_000));
      assertSameScores(retriever.retrieve(query, 25).hits(), Ranking.of(expected).top(25).hits());
    }
    assertThat(changed).as("queries with likely translations of the first hit").isPositive();
  }

  private Document documentOf(Hit hit) {
    return documents.stream()
        .filter(document -> document.id().equals(hit.documentId()))
        .findFirst()
        .orElseThrow();
  }

  private static double[] toDouble(float[] vector) {
    return IntStream.range(0, vector.length).mapToDouble(i -> vector[i]).toArray();
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }
}
