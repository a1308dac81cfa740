// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EqualExpectedRankTest {
  private static final int DOCUMENTS = 30;
  private static final List<Language> LANGUAGES =
      List.of(Language.of("en"), Language.of("de"), Language.of("fr"));

  private static int number(String document) {
    return Integer.parseInt(document.substring(1));
  }

  private static Language language(String document) {
    return LANGUAGES.get(number(document) % 3);
  }

  private static Qrels qrels() {
    List<Judgement> judgements = new ArrayList<>();
    for (String query : List.of("q1", "q2")) {
      for (int i = 0; i < DOCUMENTS; i++) {
        judgements.add(new Judgement(query, "d" + i, i * 7 % 5 % 3));
      }
    }
    return Qrels.of(judgements);
  }

  private static Ranking ranking(int length, Comparator<Integer> order) {
    List<Integer> documents =
        IntStream.range(0, DOCUMENTS).boxed().sorted(order).limit(length).toList();
    List<Hit> hits = new ArrayList<>();
    for (int document : documents) {
      hits.add(new Hit("d" + document, 100 - hits.size()));
    }
    return new Ranking(hits);
  }

  /** q1 mixes the languages, and 5 documents are not retrieved; q2 has English first. */
  private static Run run() {
    Map<String, Ranking> rankings = new LinkedHashMap<>();
    rankings.put("q1", ranking(25, Comparator.comparing(i -> i * 11 % 31)));
    rankings.put(
        "q2",
        ranking(
            DOCUMENTS,
            Comparator.<Integer, Boolean>comparing(i -> i % 3 != 0)
                .thenComparing(i -> i * 13 % 31)));
    return Run.of("test", rankings);
  }

  private static SortedMap<String, Double> peer(Map<Integer, Double> weights, int depth) {
    Function<String, Language> language = EqualExpectedRankTest::language;
    return EqualExpectedRank.of(qrels(), run(), language, weights, depth);
  }

  /** The expected values are those of the authors' package peer_measure 0.1. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 10, 0.2736379279339137, 0.005489983364191168",
    "1, 0, 20, 0.215685985738833, 0.008610420297851003",
    "1, 0, 30, 0.2371884241920853, 0.01872233528935901",
    ".25, .75, 10, 0.36999579606120014, 0.7513724958410478",
    ".25, .75, 20, 0.6502560551781422, 0.30894263740201006",
    ".25, .75, 30, 0.2813616200732537, 0.092574783308131",
  })
  void agreesWithTheAuthorsProgram(
      double first, double second, int depth, double mixed, double englishFirst) {
    SortedMap<String, Double> values = peer(Map.of(0, 0.0, 1, first, 2, second), depth);
    assertThat(values.get("q1")).isCloseTo(mixed, within(1e-12));
    assertThat(values.get("q2")).isCloseTo(englishFirst, within(1e-12));
  }

  @Test
  void leavesOutQueriesWithoutAWeightedGrade() {
    assertThat(peer(Map.of(5, 1.0), 10)).isEmpty();
    assertThat(peer(Map.of(5, 1.0, 1, 1.0), 10)).isEqualTo(peer(Map.of(1, 2.0), 10));
  }

  @Test
  void rejectsWeightsAndDepthsWithoutMeaning() {
    assertThatThrownBy(() -> peer(Map.of(1, 0.0), 10)).hasMessageContaining("weights are");
    assertThatThrownBy(() -> peer(Map.of(1, -1.0), 10)).hasMessageContaining("weights are");
    assertThatThrownBy(() -> peer(Map.of(1, 1.0), 0)).hasMessageContaining("depth is 0");
  }
}
