// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.manifest.VectorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanguageMeansTest {
  /**
   * Encodes the subject of a text, its first word, in two dimensions, and its language, the last
   * word, in two.
   */
  private static final class SubjectAndLanguage implements Encoder {
    private static final List<String> WORDS = List.of("cats", "ships", "en", "de");

    @Override
    public int dimension() {
      return WORDS.size();
    }

    @Override
    public String fingerprint() {
      return "ab".repeat(16);
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream().map(this::encode).toArray(float[][]::new);
    }

    private float[] encode(String text) {
      float[] vector = new float[WORDS.size()];
      String[] words = text.split(" ", -1);
      vector[WORDS.indexOf(words[0])] = 0.6f;
      vector[WORDS.indexOf(words[1])] = 0.8f;
      return vector;
    }

    @Override
    public void close() {}
  }

  @TempDir Path temporary;
  private final Encoder encoder = new SubjectAndLanguage();
  private Path folder;

  private static Document document(int number, String subject, String language) {
    return new Document(
        subject + "-" + language + "-" + number,
        Language.of(language),
        "",
        subject + " " + language);
  }

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    add(documents(50, "en", "de"));
  }

  private static List<Document> documents(int each, String... languages) {
    List<Document> documents = new ArrayList<>();
    for (String language : languages) {
      for (int i = 0; i < each; i++) {
        documents.add(document(i, "cats", language));
        documents.add(document(i, "ships", language));
      }
    }
    return documents;
  }

  private void add(List<Document> documents) {
    try (Indexer indexer = Indexer.at(folder).encoder("subjects", encoder).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }

  private static float[] floats(double... values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  private LanguageMeans means() {
    try (LuceneSnapshot snapshot = LuceneSnapshot.open(folder)) {
      return snapshot.means();
    }
  }

  private List<String> found(String pipeline, Query query, int depth) {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      return index.retriever(pipeline).retrieve(query, depth).hits().stream()
          .map(Hit::documentId)
          .map(id -> id.substring(0, id.lastIndexOf('-')))
          .distinct()
          .toList();
    }
  }

  @Test
  void calibrationRanksBySubjectRatherThanByLanguage() {
    Query query = new Query("q", Language.of("en"), "cats en");
    assertThat(found("dense", query, 200))
        .containsExactly("cats-en", "ships-en", "cats-de", "ships-de");
    assertThat(found("dense(calibrated=yes)", query, 100))
        .containsExactlyInAnyOrder("cats-en", "cats-de");
  }

  @Test
  void infersTheQueryLanguageFromTheNearestMean() {
    for (Language said : List.of(Language.UNDETERMINED, Language.of("th"))) {
      assertThat(found("dense(calibrated=yes)", new Query("q", said, "cats de"), 100))
          .containsExactlyInAnyOrder("cats-en", "cats-de");
    }
  }

  @Test
  void passagesOfUnknownLanguageAreNotTheLanguageOfAnyQuery() {
    List<Document> unknown =
        documents(50, "en").stream()
            .map(one -> new Document("u" + one.id(), Language.UNDETERMINED, "", one.text()))
            .toList();
    add(unknown);
    Query query = new Query("q", Language.UNDETERMINED, "cats de");
    assertThat(found("dense(calibrated=yes)", query, 150))
        .containsExactlyInAnyOrder("cats-en", "cats-de", "ucats-en");
  }

  @Test
  void smoothsMeansWithThePrior() {
    double all = 200.0 / 210;
    double share = 100 / 110.0;
    double rest = 10 / 110.0;
    assertThat(means().findPassageMean("en").orElseThrow())
        .containsExactly(
            floats(
                share * 0.3 + rest * all * 0.3,
                share * 0.3 + rest * all * 0.3,
                share * 0.8 + rest * all * 0.4,
                rest * all * 0.4),
            within(1e-6f));
  }

  @Test
  void updatesMeansWhenDocumentsChange() {
    float[] before = means().findPassageMean("en").orElseThrow();
    try (Indexer indexer = Indexer.at(folder).encoder("subjects", encoder).open()) {
      indexer.delete(documents(50, "en").stream().map(Document::id).limit(80).toList());
    }
    assertThat(means().findPassageMean("en").orElseThrow()[3])
        .as("closer to the overall mean")
        .isGreaterThan(before[3]);
    add(documents(50, "en"));
    assertThat(means().findPassageMean("en").orElseThrow()).containsExactly(before, within(1e-6f));
  }

  @Test
  void estimatesMeansFromASample() {
    float[] before = means().findPassageMean("en").orElseThrow();
    add(documents(LanguageMeanEstimator.SAMPLE_SIZE, "en"));
    assertThat(means().findPassageMean("en").orElseThrow()[2])
        .isEqualTo(0.8f, within(1e-2f))
        .isGreaterThan(before[2]);
  }

  @Test
  void samplesOnlyPassagesThatAreNotDeleted() {
    folder = temporary.resolve("halved");
    List<Document> all = documents(LanguageMeanEstimator.SAMPLE_SIZE, "en");
    add(all);
    try (Indexer indexer = Indexer.at(folder).encoder("subjects", encoder).open()) {
      indexer.delete(
          IntStream.range(0, all.size())
              .filter(i -> i % 2 == 0)
              .mapToObj(i -> all.get(i).id())
              .toList());
    }
    assertThat(means().findPassageMean("en").orElseThrow()[2]).isEqualTo(0.8f, within(1e-2f));
    assertThat(found("dense(calibrated=yes)", new Query("q", Language.of("en"), "cats en"), 10))
        .isNotEmpty();
  }

  @Test
  void calibratesByIndexOrPipelineSetting() {
    folder = temporary.resolve("calibrated");
    VectorOptions calibrated = new VectorOptions(true, false);
    try (Indexer indexer =
        Indexer.at(folder).encoder("subjects", encoder).vectors(calibrated).open()) {
      indexer.index(DocumentSource.of(documents(50, "en", "de")));
      assertThat(indexer.manifest().vectors()).isEqualTo(calibrated);
    }
    Query query = new Query("q", Language.of("de"), "ships de");
    assertThat(found("dense", query, 100)).containsExactlyInAnyOrder("ships-en", "ships-de");
    assertThat(found("dense(calibrated=no)", query, 100))
        .containsExactlyInAnyOrder("ships-de", "cats-de");
  }

  @Test
  void findsASinglePassage() {
    folder = temporary.resolve("single");
    add(List.of(document(0, "cats", "en")));
    assertThat(found("dense(calibrated=yes)", new Query("q", Language.of("en"), "cats en"), 10))
        .isEqualTo(List.of("cats-en"));
    assertThat(Set.of(means().findPassageMean("en").orElseThrow().length)).containsExactly(4);
  }
}
