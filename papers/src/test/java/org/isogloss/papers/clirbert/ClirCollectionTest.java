// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.clirbert.scoring.ClirDocument;
import org.isogloss.papers.clirbert.scoring.ClirQuery;
import org.isogloss.papers.clirbert.scoring.SentenceNoisyOr;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.rerank.PriorCorrection;
import org.junit.jupiter.api.Test;

class ClirCollectionTest {
  private static final Path DATA = Path.of("..", "samples", "papers");

  private static ClirCollection read(String language) {
    return ClirCollection.read(
        DATA,
        Language.of(language),
        ExperimentSizes.of(ClirPaper.class, "sizes.yaml", ExperimentScale.SMOKE),
        new Random(1),
        new Random(2));
  }

  @Test
  void queriesAreFromTitlesAndOccurInTranslations() {
    ClirCollection help = read("de");
    assertThat(help.name()).isEqualTo("help");
    assertThat(help.documents()).hasSize(help.analysis().size() + help.development().size());
    assertThat(help.queries()).isNotEmpty().anyMatch(ClirQuery::isPhrase);
    for (ClirQuery query : help.queries()) {
      assertThat(help.analysis()).anyMatch(document -> document.isRelevant(query));
      assertThat(help.documents())
          .anyMatch(
              document ->
                  Stream.of(document.title().toLowerCase(Locale.ROOT))
                      .anyMatch(title -> title.contains(query.words().getFirst())));
    }
    assertThat(read("de")).isEqualTo(help);
  }

  @Test
  void newsAreTheDocumentsOfLanguagesWithoutDocumentation() {
    ClirCollection news = read("lt");
    assertThat(news.name()).isEqualTo("NTREX");
    assertThat(news.documents()).hasSize(4).allMatch(one -> one.sentences().size() == 10);
  }

  private static ClirDocument document(String id, String... english) {
    return new ClirDocument(
        id,
        "",
        List.of("x"),
        Set.of(
            Stream.of(english)
                .map(text -> ClirDocument.joinWords(List.of(text.split(" ", -1))))
                .toArray(String[]::new)));
  }

  @Test
  void phraseOccursInOneParagraph() {
    ClirDocument document = document("d", "the status bar shows", "page numbers");
    assertThat(document.isRelevant(ClirQuery.of("status bar"))).isTrue();
    assertThat(document.isRelevant(ClirQuery.of("bar status"))).isFalse();
    assertThat(document.isRelevant(ClirQuery.of("shows page"))).isFalse();
    assertThat(document.isRelevant(ClirQuery.of("stat"))).isFalse();
  }

  /** Two queries, three candidate documents and two others. */
  @Test
  void measuresEqualHandComputedFigures() {
    ClirCollection collection =
        new ClirCollection(
            "small",
            List.of(document("a", "cat"), document("b", "big dog"), document("c", "cat")),
            List.of(document("d", "cat"), document("e", "dog")),
            List.of(ClirQuery.of("cat"), ClirQuery.of("big dog")));
    SystemMeasurements figures =
        ClirMeasures.retrieval(
            collection,
            List.of(new float[] {.9f, .8f, .7f, .6f, .1f}, new float[] {.2f, .3f, .1f, .9f, 0}));
    // cat: relevant at ranks 1 and 3; big dog: at rank 1.
    assertThat(figures.macroAverage(ClirMeasures.MAP_ALL))
        .isCloseTo(((1 + 2 / 3.0) / 2 + 1) / 2, within(1e-12));
    assertThat(figures.macroAverage(ClirMeasures.MAP_PHRASES)).isEqualTo(1);
    // At .9 one of two cats is returned, no dog and no false alarm.
    assertThat(figures.macroAverage(ClirMeasures.MQWV_ANALYSIS)).isCloseTo(.25, within(1e-12));
    // In the development set only cat has a relevant document; .6 returns it alone, .9 nothing.
    assertThat(figures.macroAverage(ClirMeasures.MQWV_DEVELOPMENT)).isEqualTo(1);
    assertThat(figures.macroAverage(ClirMeasures.AQWV_DEVELOPMENT)).isZero();
  }

  /** Sentences that occur in several documents are scored once. */
  @Test
  void noisyOrOfSharedSentences() {
    ClirDocument one = new ClirDocument("1", "", List.of("a", "b"), Set.of());
    ClirDocument other = new ClirDocument("2", "", List.of("b", "b"), Set.of());
    SentenceNoisyOr or = new SentenceNoisyOr(List.of(one, other));
    assertThat(or.sentences()).containsExactly("a", "b");
    List<float[]> parts = List.of(new float[] {.5f, .2f}, new float[] {.4f, .5f});
    float[] scores = or.documents(parts, PriorCorrection.NONE);
    double first = 1 - (1 - .5 * .4) * (1 - .2 * .5);
    double second = 1 - (1 - .2 * .5) * (1 - .2 * .5);
    assertThat((double) scores[0]).isCloseTo(Math.log(first / (1 - first)), within(1e-6));
    assertThat((double) scores[1]).isCloseTo(Math.log(second / (1 - second)), within(1e-6));
    // A tenth of the odds 1 and 2/3 of the first sentence, 1/4 and 1 of the second.
    double corrected = 1 - (1 - (1 / 11.0) * (1 / 16.0)) * (1 - (1 / 41.0) * (1 / 11.0));
    assertThat((double) or.documents(parts, new PriorCorrection(.1))[0])
        .isCloseTo(Math.log(corrected / (1 - corrected)), within(1e-6));
  }
}
