// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.api.Snippet;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.SentenceVectorCodec.QuantizedVector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SentenceVectorRetrievalTest {
  /** Tolerance for the error of cosines caused by quantisation. */
  private static final double ROUNDING = 0.01;

  private static final VectorOptions SENTENCES = new VectorOptions(false, true);

  private final TrigramEncoder encoder = new TrigramEncoder(64);
  private final Map<String, List<String>> sentences = new HashMap<>();
  private final List<Document> documents = new ArrayList<>();
  private Path folder;
  private SearchIndex index;

  @BeforeAll
  void index(@TempDir Path temporary) {
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      List<String> ofDocument = new ArrayList<>();
      for (int remaining = i % 5; remaining >= 0; remaining--) {
        ofDocument.add(sentence(random));
      }
      sentences.put("d" + i, ofDocument);
      Language language = Language.of(List.of("en", "fr", "ru").get(i % 3));
      documents.add(new Document("d" + i, language, "", String.join(" ", ofDocument)));
    }
    folder = temporary.resolve("index");
    try (Indexer indexer =
        Indexer.at(folder).encoder("trigrams", encoder).vectors(SENTENCES).open()) {
      indexer.index(DocumentSource.of(documents));
    }
    index = SearchIndex.at(folder).encoder(encoder).open();
  }

  @AfterAll
  void close() {
    index.close();
  }

  private static String sentence(Random random) {
    StringBuilder text = new StringBuilder("Thus");
    for (int words = 2 + random.nextInt(6); words > 0; words--) {
      text.append(' ');
      for (int letters = 5; letters > 0; letters--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.append('.').toString();
  }

  private double cosine(String query, String text) {
    float[][] vectors = encoder.encode(List.of(query, text), Role.PASSAGE);
    return VectorUtil.dotProduct(vectors[0], vectors[1]);
  }

  private double naive(String query, Document document, double weight) {
    double best =
        sentences.get(document.id()).stream()
            .mapToDouble(s -> cosine(query, s))
            .max()
            .orElseThrow();
    return (1 - weight) * cosine(query, document.text()) + weight * best;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.75, 1})
  void interpolatesTheScoresOfPassageAndBestSentence(double weight) {
    Random random = new Random();
    for (int i = 0; i < 20; i++) {
      String query = sentence(random);
      List<Hit> hits =
          index
              .retriever("dense(sentences=" + weight + ")")
              .retrieve(Query.of(query), documents.size())
              .hits();
      assertThat(hits).hasSameSizeAs(documents);
      Map<String, Double> scores = new HashMap<>();
      hits.forEach(hit -> scores.put(hit.documentId(), hit.score()));
      for (Document document : documents) {
        assertThat(scores.get(document.id()))
            .as(query + " in " + document)
            .isCloseTo(naive(query, document, weight), within(ROUNDING));
      }
    }
  }

  private double centred(String query, String text, float[] meanOfQuery, float[] mean) {
    float[][] vectors = encoder.encode(List.of(query, text), Role.PASSAGE);
    for (int i = 0; i < mean.length; i++) {
      vectors[0][i] -= meanOfQuery[i];
      vectors[1][i] -= mean[i];
    }
    return VectorUtil.cosine(vectors[0], vectors[1]);
  }

  @Test
  void centresSentencesAtTheirOwnMean() {
    Random random = new Random();
    try (LuceneSnapshot snapshot = LuceneSnapshot.open(folder)) {
      LanguageMeans means = snapshot.means();
      assertThat(means.findSentenceMean("fr").orElseThrow())
          .isNotEqualTo(means.findPassageMean("fr").orElseThrow());
      Query query = new Query("q", Language.of("ru"), sentence(random));
      List<Hit> hits =
          index.retriever("dense(calibrated=yes, sentences=0.75)").retrieve(query, 300).hits();
      assertThat(hits).hasSize(300);
      for (Hit hit : hits) {
        Document document = documents.get(Integer.parseInt(hit.documentId().substring(1)));
        String code = document.language().code();
        List<String> ofDocument = sentences.get(hit.documentId());
        float[] queryMean = means.findPassageMean("ru").orElseThrow();
        double whole =
            centred(
                query.text(),
                document.text(),
                queryMean,
                means.findPassageMean(code).orElseThrow());
        double best =
            ofDocument.stream()
                .mapToDouble(
                    s ->
                        centred(
                            query.text(), s, queryMean, means.findSentenceMean(code).orElseThrow()))
                .max()
                .orElseThrow();
        double expected = ofDocument.size() == 1 ? whole : 0.25 * whole + 0.75 * best;
        assertThat(hit.score()).as(document.toString()).isCloseTo(expected, within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void approximateAndExactSearchHaveEqualScores(boolean calibrated) {
    try (LuceneSnapshot snapshot = LuceneSnapshot.open(folder)) {
      var options = new DenseOptions(calibrated, 0.75);
      var vectors = new QueryVectorCache(encoder);
      var scope = PassageScope.ofLanguages(snapshot.codes());
      var scan =
          new DenseRetriever(snapshot, vectors::get, options, snapshot.candidates(scope, 1000));
      var graph =
          new DenseRetriever(snapshot, vectors::get, options, snapshot.candidates(scope, 0));
      Random random = new Random();
      for (int i = 0; i < 20; i++) {
        Query query = Query.of(sentence(random));
        Map<String, Double> scores = new HashMap<>();
        scan.retrieve(query, 300).hits().forEach(hit -> scores.put(hit.documentId(), hit.score()));
        // The order of summation may differ before and after JIT compilation.
        assertThat(graph.retrieve(query, 5).hits())
            .hasSize(5)
            .allSatisfy(
                hit ->
                    assertThat(hit.score()).isCloseTo(scores.get(hit.documentId()), within(1e-5)));
      }
    }
  }

  @Test
  void ranksBySentenceVectorsOnlyOnRequest() {
    Query query = Query.of(sentences.get("d4").get(3));
    assertThat(index.retriever("dense").retrieve(query, 10))
        .isEqualTo(index.retriever("dense(sentences=0)").retrieve(query, 10))
        .isNotEqualTo(index.retriever("dense(sentences=0.5)").retrieve(query, 10));
  }

  @Test
  void snippetIsTheBestSentence() {
    for (int i = 3; i < 100; i += 5) {
      List<String> ofDocument = sentences.get("d" + i);
      String expectedSentence = ofDocument.get(2);
      // No word of the sentence occurs in the query.
      String query = expectedSentence.replaceAll("\\b", "x");
      String best =
          ofDocument.stream().max(Comparator.comparing(s -> cosine(query, s))).orElseThrow();
      Snippet snippet = index.snippet(Query.of(query), new Hit("d" + i, 1));
      assertThat(snippet.text()).startsWith(best);
    }
  }

  @Test
  void samplesVectorsOfEvenlySpacedPassages() {
    int passages = (int) index.passageCount();
    assertThat(index.sampleVectors(passages)).hasSize(passages);
    Map<Hit, float[]> sample = index.sampleVectors(passages / 3);
    assertThat(sample).hasSizeBetween(passages / 4, passages / 3);
    sample.forEach(
        (hit, vector) ->
            assertThat(vector)
                .isEqualTo(
                    encoder
                        .encode(
                            List.of(index.passage(hit).orElseThrow().titledText()), Role.PASSAGE)[
                        0]));
  }

  @Test
  void rejectsSentenceWeightWithoutSentenceVectors(@TempDir Path temporary) {
    SampleCollection.index(temporary.resolve("plain"), encoder, SampleCollection.documents());
    try (SearchIndex plain = SearchIndex.at(temporary.resolve("plain")).encoder(encoder).open()) {
      assertThatThrownBy(() -> plain.retriever("dense(sentences=0.5)"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("needs vectors of sentences, but the index has none");
    }
    assertThatThrownBy(
            () ->
                Indexer.at(temporary.resolve("plain"))
                    .encoder("trigrams", encoder)
                    .vectors(SENTENCES)
                    .open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("without vectors of sentences, found")
        .hasMessageContaining("index the collection again");
    assertThatThrownBy(() -> Indexer.at(temporary.resolve("new")).vectors(SENTENCES).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("needs a model");
  }

  @Test
  void quantisationErrorIsMinimal() {
    Random random = new Random();
    float[] vector = new float[384];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    QuantizedVector quantized = QuantizedVector.quantize(vector);
    for (int i = 0; i < vector.length; i++) {
      assertThat(quantized.scale() * quantized.values()[i])
          .isCloseTo(vector[i], within(quantized.scale() * 0.501f));
    }
    assertThat(QuantizedVector.quantize(new float[3]))
        .satisfies(zero -> assertThat(zero.scale()).isZero());
  }
}
