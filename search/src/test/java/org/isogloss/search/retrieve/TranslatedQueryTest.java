// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.api.TermMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DictionaryTranslator;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines that translate queries with models. */
class TranslatedQueryTest {
  private static final Query GARDEN = new Query("q", Language.of("en"), "the garden");
  private static final String JARDIN = "le jardin";
  private static final String GARTEN = "im Garten";

  private final TrigramEncoder encoder = new TrigramEncoder(64);
  private final DictionaryTranslator toFrench =
      new DictionaryTranslator("en de", "fr", Map.of(GARDEN.text(), JARDIN));
  private final DictionaryTranslator toGerman =
      new DictionaryTranslator("en", "de", Map.of(GARDEN.text(), GARTEN));

  @TempDir private Path temporary;

  private SearchIndex index() {
    Path folder = temporary.resolve("index");
    SampleCollection.index(folder, encoder, SampleCollection.documents());
    return SearchIndex.at(folder).encoder(encoder).open();
  }

  private static List<Hit> search(
      SearchIndex index, String pipeline, Query query, DictionaryTranslator... translators) {
    return index
        .retriever(
            Pipeline.parse(pipeline),
            Set.of(),
            PipelineComponents.ofTranslators(List.of(translators)))
        .retrieve(query, 100)
        .hits();
  }

  private static List<String> ids(List<Hit> hits) {
    return hits.stream().map(Hit::documentId).toList();
  }

  @Test
  void searchesForTheWordsOfTheTranslation() {
    try (SearchIndex index = index()) {
      assertThat(ids(search(index, "translate", GARDEN, toFrench)))
          .containsExactlyInAnyOrder("en-0", "fr-5");
      assertThat(ids(search(index, "translate", GARDEN, toFrench, toGerman)))
          .containsExactlyInAnyOrder("en-0", "fr-5", "de-3");
      assertThat(search(index, "lang:fr >> translate", GARDEN, toFrench))
          .isEqualTo(search(index, "lang:fr >> bm25", new Query("q", Language.of("fr"), JARDIN)));
    }
  }

  @Test
  void aModelComesBeforeATable() {
    Path folder = temporary.resolve("index");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
      indexer.index(DocumentSource.of(SampleCollection.documents()));
    }
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(ids(search(index, "translate", GARDEN))).contains("de-3").doesNotContain("fr-5");
      assertThat(ids(search(index, "translate", GARDEN, toFrench))).contains("de-3", "fr-5");
      var capital = new DictionaryTranslator("en", "de", Map.of(GARDEN.text(), "Hauptstadt"));
      assertThat(ids(search(index, "translate", GARDEN, capital)))
          .contains("de-4")
          .doesNotContain("de-3");
    }
  }

  @Test
  void explainsMatchesOfTheTranslation() {
    try (SearchIndex index = index()) {
      Pipeline pipeline = Pipeline.parse("translate");
      PipelineComponents components = PipelineComponents.ofTranslators(List.of(toFrench));
      Hit french = search(index, "lang:fr >> translate", GARDEN, toFrench).getFirst();
      assertThat(
              index
                  .matches(components.translationModels())
                  .terms(pipeline, GARDEN)
                  .apply(index.passage(french).orElseThrow()))
          .extracting(TermMatch::queryWord, TermMatch::passageWord)
          .containsExactly(tuple("jardin", "jardin"));
    }
  }

  @Test
  void interpolatesTheVectorsOfAQueryAndItsTranslations() {
    try (SearchIndex index = index()) {
      float[] query = vector(GARDEN.text());
      float[] french = vector(JARDIN);
      float[] german = vector(GARTEN);
      double[] mean = new double[query.length];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (french[i] + german[i]) / 2;
      }
      double length = norm(mean);
      double[] mixed = new double[query.length];
      for (int i = 0; i < mixed.length; i++) {
        mixed[i] = 0.7 * query[i] + 0.3 * mean[i] / length;
      }
      List<Hit> hits =
          search(
              index,
              "dense(calibrated=no, sentences=0, translated=0.3)",
              GARDEN,
              toFrench,
              toGerman);
      assertThat(hits).hasSize(16);
      for (Hit hit : hits) {
        float[] passage = vector(index.passage(hit).orElseThrow().text());
        double dot = 0;
        for (int i = 0; i < passage.length; i++) {
          dot += passage[i] * mixed[i];
        }
        assertThat(hit.score()).isCloseTo(dot / norm(mixed), within(1e-6));
      }
    }
  }

  private float[] vector(String text) {
    return encoder.encode(List.of(text), Role.PASSAGE)[0];
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  @Test
  void aQueryWithoutTranslationsKeepsItsVector() {
    try (SearchIndex index = index()) {
      Query russian = new Query("q", Language.of("ru"), "кошка в саду");
      assertThat(search(index, "dense(translated=0.3)", russian, toFrench))
          .isEqualTo(search(index, "dense", russian));
      assertThat(search(index, "dense(translated=0)", GARDEN, toFrench))
          .isEqualTo(search(index, "dense", GARDEN));
    }
  }

  @Test
  void translatesABatchOfQueriesTogether() {
    try (SearchIndex index = index()) {
      Query cat = new Query("c", Language.of("en"), "cat");
      index
          .retriever(
              Pipeline.parse("{translate, dense(translated=0.3)}fair"),
              Set.of(),
              PipelineComponents.ofTranslators(List.of(toFrench)))
          .retrieveAll(List.of(GARDEN, cat), 5);
      assertThat(toFrench.batches()).containsExactly(List.of(GARDEN.text(), "cat"));
    }
  }

  @Test
  void pipelinesThatDoNotTranslateDoNotCallModels() {
    try (SearchIndex index = index()) {
      search(index, "{bm25, dense}fair", GARDEN, toFrench);
      assertThat(toFrench.batches()).isEmpty();
    }
  }

  @Test
  void reportsMissingModels() {
    try (SearchIndex index = index()) {
      assertThatThrownBy(() -> search(index, "dense(translated=0.3)", GARDEN))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("\"dense(translated=0.3)\" needs translation models");
      assertThatThrownBy(() -> search(index, "translate", GARDEN))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("needs translation tables or translation models");
      assertThatThrownBy(() -> search(index, "psq", GARDEN, toFrench))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("needs translation tables, but");
    }
  }
}
