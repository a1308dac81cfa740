// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.Models;
import org.junit.jupiter.api.Test;
import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.util.MimeTypeUtils;

class IsoglossDocumentPostProcessorTest {
  private static final Query QUERY = new Query("query");

  private final IsoglossDocumentPostProcessor longestFirst =
      IsoglossDocumentPostProcessor.of(new LengthScorer());

  private static Document document(String id, String text) {
    return Document.builder().id(id).text(text).score(0.25).metadata("from", id).build();
  }

  @Test
  void sortsDocumentsByTheScoreOfTheScorer() {
    List<Document> documents =
        List.of(document("a", "12"), document("b", "1234 query"), document("c", "123"));
    List<Document> ranked = longestFirst.process(QUERY, documents);
    assertThat(ranked).extracting(Document::getId).containsExactly("b", "c", "a");
    assertThat(ranked).extracting(Document::getScore).containsExactly(5.0, 3.0, 2.0);
    assertThat(ranked.getFirst().getText()).isEqualTo("1234 query");
    assertThat(ranked.getFirst().getMetadata()).isEqualTo(Map.of("from", "b"));
    assertThat(documents.getFirst().getScore()).as("not changed").isEqualTo(0.25);
  }

  @Test
  void keepsTheBestDocuments() {
    assertThat(
            longestFirst
                .withTopN(1)
                .process(QUERY, List.of(document("a", "12"), document("b", "123"))))
        .extracting(Document::getId)
        .containsExactly("b");
    assertThatThrownBy(() -> longestFirst.withTopN(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("topN is 0, expected 1 or more");
  }

  @Test
  void documentsWithEqualScoresKeepTheirOrder() {
    assertThat(
            longestFirst.process(
                QUERY, List.of(document("b", "12"), document("c", "21"), document("a", "11"))))
        .extracting(Document::getId)
        .containsExactly("b", "c", "a");
  }

  @Test
  void aLongDocumentHasTheScoreOfItsBestPassage() {
    String sentence = "Every dog has its day and no night. ";
    double once =
        longestFirst
            .process(QUERY, List.of(document("a", sentence.repeat(10))))
            .getFirst()
            .getScore();
    double often =
        longestFirst
            .process(QUERY, List.of(document("a", sentence.repeat(900))))
            .getFirst()
            .getScore();
    assertThat(often).isGreaterThan(once).isLessThan(10 * once);
  }

  @Test
  void readsTheTitle() {
    Document titled = document("a", "12").mutate().metadata("title", "Numbers").build();
    assertThat(longestFirst.process(QUERY, List.of(document("b", "1234"), titled)))
        .extracting(Document::getId)
        .containsExactly("a", "b");
  }

  @Test
  void blankDocumentsAreLast() {
    assertThat(longestFirst.process(QUERY, List.of(document("a", ""), document("b", "12"))))
        .extracting(Document::getId)
        .containsExactly("b", "a");
  }

  @Test
  void nothingStaysNothing() {
    assertThat(longestFirst.process(QUERY, List.of())).isEmpty();
  }

  @Test
  void rejectsDocumentsWithoutText() {
    Media image = new Media(MimeTypeUtils.IMAGE_PNG, URI.create("file:cat.png"));
    assertThatThrownBy(
            () -> longestFirst.process(QUERY, List.of(new Document("d", image, Map.of()))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no text");
  }

  @Test
  void shippedRerankerReadsOtherLanguages() {
    try (IsoglossDocumentPostProcessor reranker =
        IsoglossDocumentPostProcessor.open("reranker", 1)) {
      assertThat(
              reranker.process(
                  new Query("How tall is the Eiffel Tower?"),
                  List.of(
                      document("b", "Der Zug nach Paris fährt um acht Uhr."),
                      document("a", "La tour Eiffel mesure 330 mètres de haut."))))
          .extracting(Document::getId)
          .containsExactly("a", "b");
    }
  }

  @Test
  void rejectsAModelThatIsNoReranker() {
    assertThatThrownBy(() -> IsoglossDocumentPostProcessor.open(Models.NONE, 1))
        .isInstanceOf(IsoglossException.class);
  }
}
