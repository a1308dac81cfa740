// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedPassagesTest {
  private static final String FOX = "the quick red fox jumps over the high fence of the garden";
  private static final String CAT = "every black cat sleeps upon some warm carpet near an oven";

  @TempDir private Path folder;

  private static Document document(String id, String text) {
    return new Document(id, Language.of(id.substring(0, 2)), "", text);
  }

  private SearchIndex index(TrigramEncoder encoder, Document... documents) {
    try (Indexer indexer = Indexer.at(folder).encoder("t", encoder).open()) {
      indexer.index(DocumentSource.of(List.of(documents)));
    }
    return SearchIndex.at(folder).encoder(encoder).open();
  }

  private static List<String> ids(List<Hit> hits) {
    return hits.stream().map(Hit::documentId).toList();
  }

  @Test
  void addsTranslationsOfTheFirstHits() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("en1", FOX),
                document("de1", FOX + " de"),
                document("fr1", FOX + " fr"),
                document("en2", CAT),
                document("de2", CAT + " de"))) {
      Query query = new Query("q", Language.of("en"), "fox fence cat");
      assertThat(ids(index.retriever("(lang:en >> bm25)").retrieve(query, 9).hits()))
          .containsExactly("en1", "en2");
      String stage = "(lang:en >> bm25) >> translations";
      assertThat(ids(index.retriever(stage).retrieve(query, 9).hits()))
          .containsExactly("en1", "en2");
      assertThat(ids(index.retriever(stage + "(complete=1)").retrieve(query, 9).hits()))
          .containsExactly("en1", "de1", "fr1", "en2");
      assertThat(ids(index.retriever(stage + "(complete=2)").retrieve(query, 9).hits()))
          .containsExactly("en1", "de1", "fr1", "en2", "de2");
      assertThat(
              ids(
                  index
                      .retriever("lang:en,fr >> bm25 >> translations(complete=2)")
                      .retrieve(query, 9)
                      .hits()))
          .as("only passages that are searched")
          .doesNotContain("de1", "de2");
    }
  }

  @Test
  void translationsDoNotPrecedeATextThatIsAboutAsGood() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("en1", FOX),
                document("de1", FOX + " de"),
                document("en2", FOX.replace("fence", "wall")),
                document("en3", CAT))) {
      Query query = new Query("q", Language.of("en"), "fox fence cat");
      List<Hit> plain = index.retriever("(lang:en >> bm25)").retrieve(query, 9).hits();
      assertThat(ids(plain)).containsExactly("en1", "en3", "en2");
      String stage = "(lang:en >> bm25) >> translations(complete=1";
      assertThat(ids(index.retriever(stage + ")").retrieve(query, 9).hits()))
          .containsExactly("en1", "de1", "en3", "en2");
      assertThat(ids(index.retriever(stage + ", margin=9)").retrieve(query, 9).hits()))
          .containsExactly("en1", "en3", "en2", "de1");
    }
  }

  @Test
  void inventsNoTranslations() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("en1", FOX),
                document("de1", "a red fox and a fence, and many other words about something"),
                document("fr1", CAT))) {
      Query query = Query.of("red fox fence");
      List<Hit> plain = index.retriever("dense").retrieve(query, 9).hits();
      assertThat(index.retriever("dense >> translations(complete=5)").retrieve(query, 9).hits())
          .isEqualTo(plain);
      assertThat(index.translations(plain, OptionalDouble.empty(), 9)).hasSize(3);
    }
  }

  @Test
  void copiesFollowToo() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("en1", FOX),
                document("en2", CAT + " and one fox behind one fence"),
                document("en3", FOX),
                document("de1", CAT))) {
      Query query = new Query("q", Language.of("en"), "fox fence");
      assertThat(ids(index.retriever("bm25 >> translations").retrieve(query, 9).hits()))
          .startsWith("en1", "en3");
      List<Hit> hits = index.retriever("bm25").retrieve(query, 9).hits();
      assertThat(index.translations(hits, OptionalDouble.empty(), 9).getFirst())
          .extracting(Hit::documentId)
          .containsExactly("en1", "en3");
    }
  }

  @Test
  void deletedTranslationsDoNotFollow() {
    try (var encoder = new TrigramEncoder(256)) {
      index(encoder, document("en1", FOX), document("de1", FOX + " de"), document("fr1", FOX))
          .close();
      try (Indexer indexer = Indexer.at(folder).encoder("t", encoder).withoutLinks().open()) {
        indexer.delete(List.of("de1"));
      }
      try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
        Query query = new Query("q", Language.of("en"), "fox");
        assertThat(
                ids(
                    index
                        .retriever("(lang:en >> bm25) >> translations(complete=5)")
                        .retrieve(query, 9)
                        .hits()))
            .containsExactly("en1", "fr1");
        assertThat(index.linkedTexts().getFirst().ids()).containsExactly("en1", "fr1");
      }
    }
  }
}
