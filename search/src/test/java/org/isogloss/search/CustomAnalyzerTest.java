// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.isogloss.api.Snippet;
import org.isogloss.api.TermMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.validation.IndexValidator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Custom analyzers in indexing and search. */
class CustomAnalyzerTest {
  /** Character 5-grams, which match parts of compounds. */
  private static final Analyzer GRAMS =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          Tokenizer letters =
              new NGramTokenizer(5, 5) {
                @Override
                protected boolean isTokenChar(int character) {
                  return Character.isLetter(character);
                }
              };
          return new TokenStreamComponents(letters, new LowerCaseFilter(letters));
        }
      };

  private static final LanguageAnalyzers GERMAN =
      LanguageAnalyzers.shipped().with(Language.of("de"), "grams-5", GRAMS);

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    write(GERMAN, "de-1", "Die Donaudampfschifffahrt beginnt im Frühling.");
  }

  private void write(LanguageAnalyzers analyzers, String id, String text) {
    Document document = new Document(id, Language.of(id.substring(0, 2)), "", text);
    try (Indexer indexer = Indexer.at(folder).analyzers(analyzers).open()) {
      indexer.index(DocumentSource.of(List.of(document)));
    }
  }

  @Test
  void analysesQueriesAndPassages() {
    Query query = new Query("q", Language.of("de"), "Dampfschiff");
    try (SearchIndex index = SearchIndex.at(folder).analyzers(GERMAN).open()) {
      List<Hit> hits = index.retriever("bm25").retrieve(query, 5).hits();
      assertThat(hits).extracting(Hit::documentId).containsExactly("de-1");
      Snippet snippet = index.snippet(query, hits.getFirst());
      assertThat(snippet.highlights()).isNotEmpty().contains(new Span(9, 14));
      assertThat(
              index
                  .matches()
                  .terms(new Pipeline.Bm25(), query)
                  .apply(index.passage(hits.getFirst()).orElseThrow()))
          .extracting(TermMatch::passageWord)
          .contains("dampf");
    }
  }

  @Test
  void otherLanguagesKeepTheirAnalyzers() {
    write(GERMAN, "en-1", "The steamers begin in spring.");
    try (SearchIndex index = SearchIndex.at(folder).analyzers(GERMAN).open()) {
      assertThat(index.retriever("bm25").retrieve(Query.of("steamer"), 5).hits())
          .as("the English analyzer stems words")
          .extracting(Hit::documentId)
          .containsExactly("en-1");
      assertThat(index.manifest().analyzers())
          .containsEntry("de", "custom:grams-5")
          .containsEntry("en", "lucene-english");
    }
  }

  @Test
  void rejectsAnIndexWhoseCustomAnalyzerIsMissing() {
    String message =
        "\"de\" was analysed by grams-5, found the analyzer lucene-german; use the analyzer with"
            + " which the index was created, or index the collection again";
    assertThatThrownBy(() -> SearchIndex.open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> write(LanguageAnalyzers.shipped(), "de-2", "Noch eins."))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
    LanguageAnalyzers renamed =
        LanguageAnalyzers.shipped().with(Language.of("de"), "grams-6", GRAMS);
    assertThatThrownBy(() -> SearchIndex.at(folder).analyzers(renamed).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("analysed by grams-5, found the analyzer grams-6");
  }

  @Test
  void rejectsAnIndexThatWasCreatedWithoutTheCustomAnalyzer() {
    folder = temporary.resolve("plain");
    write(LanguageAnalyzers.shipped(), "de-1", "Die Katze schläft.");
    assertThatThrownBy(() -> SearchIndex.at(folder).analyzers(GERMAN).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"de\" was analysed by lucene-german, found the analyzer grams-5");
    LanguageAnalyzers yoruba = LanguageAnalyzers.shipped().with(Language.of("yo"), "grams", GRAMS);
    assertThatThrownBy(() -> SearchIndex.at(folder).analyzers(yoruba).open())
        .as("a language without a specific analyzer")
        .hasMessageContaining("\"yo\" was analysed by icu-folding, found the analyzer grams");
  }

  @Test
  void acceptsAnAnalyzerForALanguageWithoutASpecificOne() {
    folder = temporary.resolve("yoruba");
    LanguageAnalyzers yoruba = LanguageAnalyzers.shipped().with(Language.of("yo"), "grams", GRAMS);
    write(yoruba, "yo-1", "Ọmọ naa sun");
    assertThatThrownBy(() -> SearchIndex.open(folder))
        .hasMessageContaining("\"yo\" was analysed by grams, found the analyzer icu-folding");
  }

  @Test
  void validatesAnIndexWithoutItsCustomAnalyzer() {
    assertThat(IndexValidator.validate(folder).problems()).isEmpty();
  }

  @Test
  void rejectsInvalidNames() {
    for (String name : List.of("", " ", "my grams", "custom:x")) {
      assertThatThrownBy(() -> LanguageAnalyzers.shipped().with(Language.of("de"), name, GRAMS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the analyzer of de is named \"" + name + "\"");
    }
  }
}
