// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.junit.jupiter.api.Test;

/** Document and query ids begin with the language: {@code de-1}. */
class RankChangeTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  private static Language byPrefix(String id) {
    return Language.of(id.substring(0, id.indexOf('-')));
  }

  private static RankChange change(Qrels qrels, Run run, int level) {
    return RankChange.of(qrels, run, RankChangeTest::byPrefix, RankChangeTest::byPrefix, level);
  }

  private static Ranking ranking(String... documents) {
    List<Hit> hits = new ArrayList<>();
    for (String document : documents) {
      hits.add(new Hit(document, documents.length - hits.size()));
    }
    return Ranking.of(hits);
  }

  @Test
  void measuresThatAGermanQueryMovesEnglishAnswersDown() {
    Qrels qrels =
        Qrels.of(
            List.of(
                new Judgement("de-q", "de-1", 1),
                new Judgement("de-q", "en-1", 1),
                new Judgement("de-r", "de-2", 1),
                new Judgement("de-r", "en-2", 1)));
    Run run =
        Run.of(
            "s",
            Map.of(
                "de-q", ranking("de-1", "de-7", "de-8", "en-1"),
                // The English document was not retrieved: its rank is the one after the last hit.
                "de-r", ranking("de-7", "de-2")));
    RankChange change = change(qrels, run, 1);
    assertThat(change.monolingual().value(DE, DE).orElseThrow())
        .isCloseTo(Math.sqrt(1 * 2), within(1e-12));
    assertThat(change.mixed().value(DE, DE).orElseThrow())
        .isCloseTo(Math.sqrt(1 * 2), within(1e-12));
    assertThat(change.monolingual().value(DE, EN).orElseThrow())
        .as("rank 1 of one hit, rank 1 without hits")
        .isOne();
    assertThat(change.mixed().value(DE, EN).orElseThrow())
        .isCloseTo(Math.sqrt(4 * 3), within(1e-12));
    assertThat(change.queryLanguageFactor()).isCloseTo(1, within(1e-12));
    assertThat(change.otherLanguageFactor()).isCloseTo(Math.sqrt(12), within(1e-12));
    assertThat(change.factorByDocumentLanguage()).containsOnlyKeys(DE, EN);
    assertThat(change.factorByDocumentLanguage().get(EN)).isCloseTo(Math.sqrt(12), within(1e-12));
  }

  @Test
  void languageWithoutRelevantDocumentsHasNoRank() {
    Qrels qrels =
        Qrels.of(List.of(new Judgement("de-q", "de-1", 2), new Judgement("de-q", "en-1", 1)));
    RankChange change = change(qrels, Run.of("s", Map.of("de-q", ranking("en-1", "de-1"))), 2);
    assertThat(change.monolingual().value(DE, EN)).isEmpty();
    assertThat(change.factors().value(DE, EN)).isEmpty();
    assertThat(change.factors().value(DE, DE)).hasValue(2);
  }

  /** Three languages with some relevant documents, in a random ranking. */
  @Property(tries = 100)
  void agreesWithANaiveComputation(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> tags = List.of("de", "en", "zh");
    List<Judgement> judgements = new ArrayList<>();
    Map<String, Ranking> rankings = new HashMap<>();
    for (int q = 0; q < 6; q++) {
      String query = tags.get(q % 3) + "-q" + q;
      List<String> found = new ArrayList<>();
      for (String tag : tags) {
        for (int d = 0; d < 4; d++) {
          String document = tag + "-" + d;
          if (random.nextBoolean()) {
            judgements.add(new Judgement(query, document, random.nextInt(3)));
          }
          if (random.nextInt(4) > 0) {
            found.add(document);
          }
        }
      }
      Collections.shuffle(found, random);
      rankings.put(query, ranking(found.toArray(String[]::new)));
    }
    judgements.add(new Judgement("de-q0", "de-99", 0));
    RankChange change = change(Qrels.of(judgements), Run.of("s", rankings), 1);
    for (String from : tags) {
      for (String to : tags) {
        naive(judgements, rankings, from, to, change);
      }
    }
  }

  private static void naive(
      List<Judgement> judgements,
      Map<String, Ranking> rankings,
      String from,
      String to,
      RankChange change) {
    double alone = 1;
    double mixed = 1;
    int queries = 0;
    for (var entry : rankings.entrySet()) {
      List<String> relevant = new ArrayList<>();
      for (Judgement judgement : judgements) {
        if (judgement.queryId().equals(entry.getKey())
            && judgement.documentId().startsWith(to)
            && judgement.grade() >= 1) {
          relevant.add(judgement.documentId());
        }
      }
      if (entry.getKey().startsWith(from) && !relevant.isEmpty()) {
        int inLanguage = 1;
        int inAll = 1;
        for (Hit hit : entry.getValue().hits()) {
          if (relevant.contains(hit.documentId())) {
            break;
          }
          inAll++;
          inLanguage += hit.documentId().startsWith(to) ? 1 : 0;
        }
        alone *= inLanguage;
        mixed *= inAll;
        queries++;
      }
    }
    Language queryLanguage = Language.of(from);
    Language documentLanguage = Language.of(to);
    assertThat(change.monolingual().value(queryLanguage, documentLanguage).isPresent())
        .isEqualTo(queries > 0);
    if (queries > 0) {
      assertThat(change.monolingual().value(queryLanguage, documentLanguage).getAsDouble())
          .isCloseTo(Math.pow(alone, 1.0 / queries), within(1e-9));
      assertThat(change.mixed().value(queryLanguage, documentLanguage).getAsDouble())
          .isCloseTo(Math.pow(mixed, 1.0 / queries), within(1e-9));
      assertThat(change.factors().value(queryLanguage, documentLanguage).getAsDouble())
          .isCloseTo(Math.pow(mixed / alone, 1.0 / queries), within(1e-9));
    }
  }
}
