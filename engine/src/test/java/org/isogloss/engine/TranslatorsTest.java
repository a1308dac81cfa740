// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.TermMatch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.TextTranslator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches whose pipelines translate the query. */
class TranslatorsTest {
  @TempDir Path temporary;
  private final CapitalTranslator translator = new CapitalTranslator();
  private SearchEngine engine;

  /** Translates every text as "Hauptstadt". */
  private static final class CapitalTranslator implements TextTranslator {
    private boolean closed;

    @Override
    public List<Language> sources() {
      return List.of(Language.of("en"));
    }

    @Override
    public Language target() {
      return Language.of("de");
    }

    @Override
    public List<String> translate(List<String> texts) {
      return texts.stream().map(text -> "Hauptstadt").toList();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @BeforeEach
  void openAndIndex() {
    engine =
        SearchEngine.at(temporary.resolve("index"))
            .encoder("trigrams", new TestEncoder())
            .translator(translator)
            .openOrCreate();
    engine.index(TestDocuments.all());
  }

  @AfterEach
  void close() {
    engine.close();
    assertThat(translator.closed).as("a translator of the program stays open").isFalse();
  }

  private static SearchRequest capital(String pipeline) {
    return SearchRequest.of("a seat of government").withQueryLanguage("en").withPipeline(pipeline);
  }

  @Test
  void findsTheWordsOfTheTranslation() {
    assertThat(engine.search(capital("lang:de >> bm25"))).isEmpty();
    SearchResults results = engine.search(capital("lang:de >> translate").withExplanations(true));
    assertThat(results).extracting(result -> result.hit().documentId()).containsExactly("de-city");
    assertThat(results.iterator().next().explanation().orElseThrow().termMatches())
        .extracting(TermMatch::queryWord)
        .containsExactly("Hauptstadt");
  }

  @Test
  void searchesWithTheVectorOfTheTranslation() {
    assertThat(engine.search(capital("dense(translated=1)")).ranking())
        .isEqualTo(engine.search(SearchRequest.of("Hauptstadt").withPipeline("dense")).ranking());
  }

  @Test
  void rejectsAModelThatDoesNotTranslate() {
    EngineBuilder builder =
        SearchEngine.at(temporary.resolve("index"))
            .encoder("trigrams", new TestEncoder())
            .translator("tiny");
    assertThatThrownBy(builder::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected the folder of a translation model");
  }
}
