// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.PipelineComponents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index of format 4, whose texts were not normalised, is searched and extended as before. */
class EarlierIndexTest {
  private static final Language FRENCH = Language.of("fr");

  @TempDir Path folder;

  @BeforeEach
  void index() throws IOException {
    LanguageAnalyzers earlier = LanguageAnalyzers.shipped().withRules(TextRules.NONE);
    try (Indexer indexer = Indexer.at(folder).analyzers(earlier).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("typed", FRENCH, "", "zieken\u00ADhuis Wi-Fi"),
                  new Document("plain", FRENCH, "", "hôpital"))));
    }
    Path manifest = folder.resolve(IndexManifest.FILE);
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("\"format\" : 6", "\"format\" : 4")
            .replaceFirst("\\s*\"normalization\" : \"none\",", "")
            .replaceFirst("\\s*\"positions\" : false,", ""));
    assertThat(Files.readString(manifest))
        .contains("\"format\" : 4")
        .doesNotContain("normalization", "positions");
  }

  private List<String> found(String query) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      return index.retriever("bm25").retrieve(new Query("q", FRENCH, query), 10).hits().stream()
          .map(Hit::documentId)
          .sorted()
          .toList();
    }
  }

  @Test
  void findsDocumentsThatContainWordsButNoPhrases() {
    assertThat(containing("hôpital")).containsExactly("plain");
    assertThatThrownBy(() -> containing("plain words"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(
            "the condition contains \"plain words\" needs the positions of words")
        .hasMessageContaining("index the collection again into another folder");
  }

  private List<String> containing(String words) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      return index
          .retriever(
              new Pipeline.Bm25(),
              Set.of(),
              Optional.of(Filter.contains(words)),
              PipelineComponents.NONE)
          .retrieve(new Query("q", FRENCH, "hôpital Wi-Fi"), 10)
          .hits()
          .stream()
          .map(Hit::documentId)
          .toList();
    }
  }

  @Test
  void isSearchedByItsOwnRules() {
    assertThat(found("hôpital")).containsExactly("plain");
    // Conditions, unlike queries, do not find words that differ by a letter.
    assertThat(containing("ziekenhuis")).isEmpty();
    assertThat(containing("wifi")).isEmpty();
  }

  @Test
  void isExtendedByItsOwnRules() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(
          DocumentSource.of(List.of(new Document("new", FRENCH, "", "zieken\u00ADhuis hôpital"))));
      assertThat(indexer.manifest().rules()).isEqualTo(TextRules.NONE);
    }
    assertThat(found("hôpital")).containsExactly("new", "plain");
    assertThat(containing("ziekenhuis")).isEmpty();
  }
}
