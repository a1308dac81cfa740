// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;

class EvaluationPropertiesTest {
  private static final List<Measure> ALL =
      Measure.parseAll(
          List.of(
              "all_trec", "RR@10", "Judged@10", "nDCG(dcg='exp-log2')", "nDCG(dcg='exp-log2')@7"));

  /** One query: the scores of the retrieved documents and the grades of the judged ones. */
  record Case(Map<String, Double> found, Map<String, Integer> judged) {
    Qrels qrels() {
      return Qrels.of(
          judged.entrySet().stream()
              .map(e -> new Judgement("q", e.getKey(), e.getValue()))
              .toList());
    }

    List<RunLine> lines() {
      return found.entrySet().stream()
          .map(e -> new RunLine("q", e.getKey(), 0, e.getValue(), "sys"))
          .toList();
    }

    double value(String measure, int level) {
      Measure parsed = Measure.parse(measure);
      return Evaluation.of(
              qrels(), Run.of(lines()), List.of(parsed), new EvaluationOptions(false, level))
          .value(parsed, "q");
    }

    ReferenceMeasures naive(int level) {
      List<String> ranking =
          found.entrySet().stream()
              .sorted(
                  Comparator.<Map.Entry<String, Double>>comparingDouble(
                          e -> -e.getValue().floatValue())
                      .thenComparing(Map.Entry.<String, Double>comparingByKey().reversed()))
              .map(Map.Entry::getKey)
              .toList();
      return new ReferenceMeasures(ranking, judged, level);
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<String> documents = Arbitraries.integers().between(0, 60).map(i -> "d" + i);
    // Only a few different scores, so that most rankings have ties.
    Arbitrary<Double> scores = Arbitraries.integers().between(0, 25).map(i -> i / 8.0 - 1);
    Arbitrary<Integer> grades = Arbitraries.integers().between(-1, 4);
    return Combinators.combine(
            Arbitraries.maps(documents, scores).ofMinSize(1).ofMaxSize(40),
            Arbitraries.maps(documents, grades).ofMinSize(1).ofMaxSize(40))
        .as(Case::new);
  }

  @Property
  void agreesWithTheDefinitions(
      @ForAll("cases") Case c, @ForAll @IntRange(min = 1, max = 3) int level) {
    ReferenceMeasures naive = c.naive(level);
    Map<String, Double> expected = new HashMap<>();
    expected.put("AP", naive.averagePrecision(1000));
    expected.put("RR", naive.reciprocalRank(1000));
    expected.put("Rprec", naive.rPrecision());
    expected.put("Bpref", naive.bpref());
    expected.put("nDCG", naive.ndcg(1000, g -> g));
    expected.put("nDCG(dcg='exp-log2')", naive.ndcg(1000, g -> Math.pow(2, g) - 1));
    expected.put("SetP", naive.setPrecision());
    expected.put("SetR", naive.recall(1000));
    expected.put("SetF", naive.setF());
    for (int k : new int[] {1, 3, 10, 50}) {
      expected.put("P@" + k, naive.precision(k));
      expected.put("R@" + k, naive.recall(k));
      expected.put("Success@" + k, naive.success(k));
      expected.put("AP@" + k, naive.averagePrecision(k));
      expected.put("RR@" + k, naive.reciprocalRank(k));
      expected.put("nDCG@" + k, naive.ndcg(k, g -> g));
      expected.put("nDCG(dcg='exp-log2')@" + k, naive.ndcg(k, g -> Math.pow(2, g) - 1));
      expected.put("Judged@" + k, naive.judged(k));
    }
    for (double recall : new double[] {0, 0.1, 0.5, 0.9, 1}) {
      expected.put("IPrec@" + recall, naive.interpolatedPrecision(recall));
    }
    expected.forEach(
        (measure, value) ->
            assertThat(c.value(measure, level)).as(measure).isCloseTo(value, within(1e-12)));
  }

  @Property
  void orderOfLinesDoesNotMatter(@ForAll("cases") Case c, @ForAll Random random) {
    List<RunLine> shuffled = new ArrayList<>(c.lines());
    Collections.shuffle(shuffled, random);
    assertThat(text(c.qrels(), Run.of(shuffled))).isEqualTo(text(c.qrels(), Run.of(c.lines())));
  }

  @Property
  void measuresARankingInMemoryLikeItsFile(@ForAll("cases") Case c) {
    List<Hit> hits =
        c.found.entrySet().stream().map(e -> new Hit(e.getKey(), e.getValue())).toList();
    Run fromMemory = Run.of("sys", Map.of("q", Ranking.of(hits)));
    assertThat(text(c.qrels(), fromMemory)).isEqualTo(text(c.qrels(), Run.of(c.lines())));
    assertThat(fromMemory.lines("q")).isEqualTo(Run.of(c.lines()).lines("q"));
  }

  @Property
  void nonrelevantDocumentsAtTheEndDoNotChangeRankedMeasures(
      @ForAll("cases") Case c, @ForAll @IntRange(min = 1, max = 5) int more) {
    Map<String, Double> longer = new LinkedHashMap<>(c.found);
    IntStream.range(0, more).forEach(i -> longer.put("new" + i, -100.0 - i));
    Case extended = new Case(longer, c.judged);
    for (String measure : List.of("AP", "RR", "nDCG", "Bpref", "Rprec", "IPrec@0.3", "R@1000")) {
      assertThat(extended.value(measure, 1)).as(measure).isEqualTo(c.value(measure, 1));
    }
    assertThat(extended.value("SetP", 1)).isLessThanOrEqualTo(c.value("SetP", 1));
  }

  @Property
  void relevantDocumentAtTheTopNeverLowersAMeasure(@ForAll("cases") Case c) {
    Map<String, Double> better = new LinkedHashMap<>(c.found);
    Map<String, Integer> judged = new LinkedHashMap<>(c.judged);
    judged.put("best", 4);
    Case before = new Case(c.found, judged);
    better.put("best", 1000.0);
    Case after = new Case(better, judged);
    for (String measure :
        List.of("AP", "RR", "nDCG", "nDCG@5", "P@5", "R@5", "Success@1", "Bpref")) {
      assertThat(after.value(measure, 1))
          .as(measure)
          .isGreaterThanOrEqualTo(before.value(measure, 1) - 1e-12);
    }
    assertThat(after.value("RR", 1)).isOne();
  }

  @Property
  void sharesAreBetweenZeroAndOneAndOneForThePerfectRanking(@ForAll("cases") Case c) {
    Map<String, Double> perfect = new LinkedHashMap<>();
    c.judged.forEach((document, grade) -> perfect.put(document, grade.doubleValue()));
    boolean anyRelevant = c.judged.values().stream().anyMatch(grade -> grade > 0);
    for (Measure measure : ALL) {
      if (!measure.isCount() && !measure.name().equals("Utility")) {
        assertThat(c.value(measure.name(), 1)).as(measure.name()).isBetween(0.0, 1.0 + 1e-12);
      }
    }
    for (String measure : List.of("AP", "RR", "nDCG", "nDCG@10", "Rprec", "Bpref", "RelP@5")) {
      assertThat(new Case(perfect, c.judged).value(measure, 1))
          .as(measure)
          .isEqualTo(anyRelevant ? 1 : 0, within(1e-12));
    }
  }

  private static String text(Qrels qrels, Run run) {
    Evaluation evaluation = Evaluation.of(qrels, run, ALL, EvaluationOptions.DEFAULT);
    return EvaluationFormat.JSON.render(evaluation, true);
  }
}
