// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimilarPassagesTest {
  /**
   * Vectors are given by their angles in degrees; ids start with their language code; all scores
   * are equal.
   */
  private static List<List<String>> groups(double minSimilarity, Object... idsAndAngles) {
    return groups(minSimilarity, new double[idsAndAngles.length / 2], idsAndAngles);
  }

  private static List<List<String>> groups(
      double minSimilarity, double[] scores, Object... idsAndAngles) {
    List<Hit> hits = new ArrayList<>();
    Map<String, float[]> vectors = new HashMap<>();
    for (int i = 0; i < idsAndAngles.length; i += 2) {
      String id = (String) idsAndAngles[i];
      hits.add(new Hit(id, scores[i / 2]));
      if (idsAndAngles[i + 1] != null) {
        double angle = Math.toRadians(((Number) idsAndAngles[i + 1]).doubleValue());
        vectors.put(id, new float[] {(float) Math.cos(angle), (float) Math.sin(angle)});
      }
    }
    List<String> languages = hits.stream().map(hit -> hit.documentId().substring(0, 2)).toList();
    return SimilarPassages.groups(
            languages,
            hits.stream().map(hit -> Optional.ofNullable(vectors.get(hit.documentId()))).toList(),
            TextScores.of(hits, languages),
            minSimilarity,
            hits.size())
        .stream()
        .map(group -> group.stream().map(hits::get).map(Hit::documentId).toList())
        .toList();
  }

  @Test
  void groupsTheNearestHitOfEachOtherLanguage() {
    assertThat(groups(0.9, "en1", 0, "de1", 20, "en2", 5, "fr1", 80, "de2", 10, "ja1", 15))
        .containsExactly(List.of("en1", "de2", "ja1"), List.of("de1", "en2"), List.of("fr1"));
  }

  @Test
  void gateIsInclusive() {
    float sixty = (float) Math.cos(Math.toRadians(60));
    assertThat(groups(sixty, "en1", 0, "de1", 60)).containsExactly(List.of("en1", "de1"));
    assertThat(groups(Math.nextUp(sixty), "en1", 0, "de1", 60))
        .containsExactly(List.of("en1"), List.of("de1"));
  }

  @Test
  void versionLeadsTheOtherPassagesOfItsLanguage() {
    // cos 33° is .839, half of its lead over cos 60° .169, half of that over cos 34° .005.
    assertThat(groups(0.85, "en1", 0, "de1", 33)).hasSize(2);
    assertThat(groups(0.85, "en1", 0, "de1", 33, "de2", 60))
        .containsExactly(List.of("en1", "de1"), List.of("de2"));
    assertThat(groups(0.85, "en1", 0, "de1", 60, "de2", 33))
        .as("in any order")
        .containsExactly(List.of("en1", "de2"), List.of("de1"));
    assertThat(groups(0.85, "en1", 0, "de1", 33, "de2", 34)).hasSize(3);
    assertThat(groups(0.85, "en1", 0, "de1", 33, "fr1", 120))
        .as("other languages do not matter")
        .hasSize(3);
  }

  @Test
  void versionHasASimilarScore() {
    // The standard scores are 1.22, .41, -.41 and -1.22; cos 29° is .875.
    double[] scores = {4, 3, 2, 1};
    assertThat(groups(0.85, scores, "en1", 0, "de1", 29, "fr1", 90, "ja1", 180))
        .contains(List.of("en1", "de1"));
    assertThat(groups(0.85, scores, "en1", 0, "fr1", 90, "ja1", 180, "de1", 29))
        .doesNotContain(List.of("en1", "de1"));
    assertThat(groups(0.85, new double[4], "en1", 0, "fr1", 90, "ja1", 180, "de1", 29))
        .contains(List.of("en1", "de1"));
  }

  @Test
  void hitsWithoutVectorsAreGroupsOfTheirOwn() {
    assertThat(groups(0, "en1", null, "de1", 0, "fr1", null, "ja1", 0))
        .containsExactly(List.of("en1"), List.of("de1", "ja1"), List.of("fr1"));
  }

  @Property(tries = 200)
  void partitionsTheHits(
      @ForAll @Size(max = 30) List<@IntRange(max = 359) Integer> angles,
      @ForAll @DoubleRange(min = 0, max = 1) double minSimilarity) {
    Object[] hits = new Object[2 * angles.size()];
    for (int i = 0; i < angles.size(); i++) {
      hits[2 * i] = "l" + i % 4 + "-" + i;
      hits[2 * i + 1] = angles.get(i);
    }
    List<List<String>> groups = groups(minSimilarity, hits);
    assertThat(groups.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, angles.size()).mapToObj(i -> (String) hits[2 * i]).toList());
    for (List<String> group : groups) {
      assertThat(group.stream().map(id -> id.substring(0, 2))).doesNotHaveDuplicates();
    }
    assertThat(groups.stream().map(group -> number(group.getFirst()))).isSorted();
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(3));
  }

  @Test
  void movesVersionsBelowTheBestOfThem(@TempDir Path folder) {
    List<Document> documents =
        List.of(
            document("en1", "en", "red fox jumps over the fence"),
            document("en2", "en", "a red fox jumps over"),
            document("de1", "de", "rad fix jumps ovor the fence"),
            document(
                "fr1",
                "fr",
                "a tax over everywhere, and nowhere, and elsewhere, and on everything, whatever it may be"));
    try (var encoder = new TrigramEncoder(256)) {
      try (Indexer indexer = Indexer.at(folder.resolve("index")).encoder("t", encoder).open()) {
        indexer.index(DocumentSource.of(documents));
      }
      try (SearchIndex index = SearchIndex.at(folder.resolve("index")).encoder(encoder).open()) {
        Query query = Query.of("red fox over fence");
        List<Hit> plain = index.retriever("bm25").retrieve(query, 10).hits();
        assertThat(plain).extracting(Hit::documentId).containsExactly("en1", "en2", "de1", "fr1");
        List<Hit> grouped =
            index.retriever("bm25 >> translations(gate=0.5)").retrieve(query, 10).hits();
        assertThat(grouped).extracting(Hit::documentId).containsExactly("en1", "de1", "en2", "fr1");
        assertThat(grouped.get(0)).isEqualTo(plain.get(0));
        assertThat(grouped.get(2)).isEqualTo(plain.get(1));
        assertThat((float) grouped.get(1).score())
            .isEqualTo(Math.nextUp((float) plain.get(1).score()));
        assertThat(index.retriever("bm25 >> translations(gate=0.5)").retrieve(query, 2).hits())
            .isEqualTo(grouped.subList(0, 2));
      }
    }
  }

  @Test
  void completesTheVersionsOfTheFirstHits(@TempDir Path folder) {
    List<Document> documents =
        List.of(
            document("en1", "en", "red fox jumps over the fence"),
            document("en2", "en", "the fence is high"),
            document("de1", "de", "rod fex jimps uver thu funce"),
            document("de2", "de", "thi finse es hugh"),
            document("fr1", "fr", "rid fax jamps ever tho fonce"),
            document("ja1", "ja", "nothing of the kind at all, but something else"));
    try (var encoder = new TrigramEncoder(256)) {
      try (Indexer indexer = Indexer.at(folder.resolve("index")).encoder("t", encoder).open()) {
        indexer.index(DocumentSource.of(documents));
      }
      try (SearchIndex index = SearchIndex.at(folder.resolve("index")).encoder(encoder).open()) {
        Query query = new Query("q", Language.of("en"), "fox over fence");
        List<Hit> found = index.retriever("bm25").retrieve(query, 10).hits();
        assertThat(ids(found)).containsExactly("en1", "en2");
        String stage = "bm25 >> translations(gate=0.1, complete=";
        List<Hit> first = index.retriever(stage + "1)").retrieve(query, 10).hits();
        assertThat(ids(first)).startsWith("en1").endsWith("en2").contains("de1", "fr1");
        assertThat(ids(first)).doesNotHaveDuplicates();
        assertThat(first).isSortedAccordingTo(Comparator.comparing(Hit::score).reversed());
        List<Hit> both = index.retriever(stage + "2)").retrieve(query, 10).hits();
        assertThat(ids(both)).startsWith(ids(first).toArray(String[]::new)).contains("de2");
        assertThat(ids(index.retriever(stage + "2)").retrieve(query, 2).hits()))
            .isEqualTo(ids(both).subList(0, 2));
        assertThat(ids(index.retriever("lang:en >> " + stage + "2)").retrieve(query, 10).hits()))
            .as("only passages that are searched")
            .containsExactly("en1", "en2");
        double cosine = cosine(encoder, documents.get(0), documents.get(2));
        assertThat(ids(index.retriever(gated(cosine + .02)).retrieve(query, 10).hits()))
            .as("nearer than the other passage in German by far")
            .contains("de1");
        double lead = cosine - cosine(encoder, documents.get(0), documents.get(3));
        assertThat(ids(index.retriever(gated(cosine + lead / 2 + .02)).retrieve(query, 10).hits()))
            .doesNotContain("de1");
        assertThat(
                ids(
                    index
                        .retriever("bm25 >> translations(gate=1, complete=2)")
                        .retrieve(query, 9)
                        .hits()))
            .containsExactly("en1", "en2");
      }
    }
  }

  private static String gated(double minSimilarity) {
    return String.format(Locale.ROOT, "bm25 >> translations(gate=%.4f, complete=1)", minSimilarity);
  }

  private static double cosine(TrigramEncoder encoder, Document one, Document other) {
    float[][] vectors = encoder.encode(List.of(one.text(), other.text()), Role.PASSAGE);
    double sum = 0;
    for (int i = 0; i < vectors[0].length; i++) {
      sum += vectors[0][i] * vectors[1][i];
    }
    return sum;
  }

  private static List<String> ids(List<Hit> hits) {
    return hits.stream().map(Hit::documentId).toList();
  }

  private static Document document(String id, String language, String text) {
    return new Document(id, Language.of(language), "", text);
  }

  @Test
  void needsVectors(@TempDir Path folder) {
    try (Indexer indexer = Indexer.at(folder.resolve("index")).open()) {
      indexer.index(DocumentSource.of(List.of(document("en1", "en", "red fox"))));
    }
    try (SearchIndex index = SearchIndex.open(folder.resolve("index"))) {
      assertThatThrownBy(() -> index.retriever("bm25 >> translations"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("\"translations\" needs the vectors of an index")
          .hasMessageContaining("omit the stage");
    }
  }
}
