// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Term frequencies that are projected at indexing time. */
class TermProjectionTest {
  private static final Language ENGLISH = Language.of("en");

  @TempDir private Path temporary;

  private Path index(String name, List<Language> projected) {
    Path folder = temporary.resolve(name);
    try (Indexer indexer = Indexer.at(folder).projectedLanguages(projected).open()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
      indexer.index(DocumentSource.of(SampleCollection.documents()));
    }
    return folder;
  }

  private static Map<String, Double> scores(Path folder, String pipeline, Query query) {
    Map<String, Double> scores = new TreeMap<>();
    try (SearchIndex index = SearchIndex.open(folder)) {
      for (Hit hit : index.retriever(pipeline).retrieve(query, 100).hits()) {
        scores.put(hit.documentId() + " " + hit.passage(), hit.score());
      }
    }
    return scores;
  }

  @Test
  void scoresEqualThoseOfProjectionAtQueryTime() {
    Path unprojected = index("unprojected", List.of());
    Path written = index("written", List.of(ENGLISH));
    for (String pipeline : List.of("psq", "psq(form=bm25)", "translate", "bm25")) {
      for (String text : List.of("cat", "the tomcat in the garden", "Berlin yard", "Katze")) {
        for (String language : List.of("en", "de")) {
          Query query = new Query("q", Language.of(language), text);
          Map<String, Double> expected = scores(unprojected, pipeline, query);
          Map<String, Double> found = scores(written, pipeline, query);
          assertThat(found.keySet()).as(pipeline + ", " + query).isEqualTo(expected.keySet());
          // A frequency of a third is 85 units of 1/256.
          expected.forEach(
              (hit, score) -> assertThat(found.get(hit)).isCloseTo(score, within(0.005 * score)));
        }
      }
    }
  }

  @Test
  void usesTheLengthOfTheOriginalPassage() {
    Path folder = temporary.resolve("lengths");
    try (Indexer indexer = Indexer.at(folder).projectedLanguages(List.of(ENGLISH)).open()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
      Language german = Language.of("de");
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("short", german, "", "Garten"),
                  new Document("long", german, "", "Garten Hund Vogel Fisch"))));
    }
    Map<String, Double> scores = scores(folder, "psq", new Query("q", ENGLISH, "yard"));
    // "garten" translates "garden" once and "yard" once; "yard" is 1 of the 12 English words that
    // are not stop words.
    assertThat(Math.expm1(scores.get("short 0")))
        .isCloseTo(4 * Math.expm1(scores.get("long 0")), within(1e-3));
  }

  @Test
  void recordsTheProjectedLanguages() {
    Path folder = index("written", List.of(ENGLISH));
    assertThat(IndexManifest.read(folder).projectedLanguages()).containsExactly("en");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(
          DocumentSource.of(List.of(new Document("new", Language.of("de"), "", "Gärten"))));
    }
    assertThat(scores(folder, "psq", new Query("q", ENGLISH, "garden"))).containsKey("new 0");
    assertThatThrownBy(
            () -> Indexer.at(folder).projectedLanguages(List.of(Language.of("zh"))).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("projects to the languages [en], found [zh]");
  }

  @Test
  void rejectsALanguageWithoutATableBeforeWriting() {
    try (Indexer indexer =
        Indexer.at(temporary.resolve("bare")).projectedLanguages(List.of(ENGLISH)).open()) {
      assertThatThrownBy(() -> indexer.index(DocumentSource.of(SampleCollection.documents())))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("projected to en, but no table");
    }
  }

  @Test
  void rejectsChangesOfTablesAfterProjection() {
    Path folder = index("written", List.of(ENGLISH));
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("cat"), List.of("hund"), Alignment.parse("0-0"));
    Path other = temporary.resolve("other.table");
    counts.write(other, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThatThrownBy(() -> indexer.addTranslationTable(other))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("other.table")
          .hasMessageContaining("index the collection again into another folder");
      // The same table is accepted again, as when a killed run is resumed.
      assertThat(indexer.addTranslationTable(SampleCollection.table(temporary)))
          .hasToString("en-de");
    }
  }
}
