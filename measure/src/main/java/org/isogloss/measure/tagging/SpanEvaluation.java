// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.tagging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.measure.PrecisionRecall;
import org.isogloss.measure.stats.RandomizationTest;

/**
 * Precision, recall and F1 of predicted spans as conlleval counts them (Tjong Kim Sang and De
 * Meulder 2003): a span is correct if a span of the gold standard has the same first and last word
 * and the same type.
 */
public final class SpanEvaluation {
  /** Rounding error of a difference of two F1. */
  private static final double F1_ROUNDING = 1e-12;

  private final List<PrecisionRecall> sentences;
  private final SortedMap<String, PrecisionRecall> types;

  private SpanEvaluation(
      List<PrecisionRecall> sentences, SortedMap<String, PrecisionRecall> types) {
    this.sentences = sentences;
    this.types = types;
  }

  /**
   * Evaluates tags.
   *
   * @param gold the right tags of each sentence: O, B-TYPE or I-TYPE
   * @param predicted the predicted tags of each sentence
   * @throws IllegalArgumentException if the numbers of sentences or words differ
   */
  public static SpanEvaluation of(List<List<String>> gold, List<List<String>> predicted) {
    TagAccuracy.requireSameLengths(gold, predicted);
    List<PrecisionRecall> sentences = new ArrayList<>();
    SortedMap<String, PrecisionRecall> types = new TreeMap<>();
    for (int i = 0; i < gold.size(); i++) {
      Set<TaggedSpan> expected = new HashSet<>(TaggedSpan.of(gold.get(i)));
      Set<TaggedSpan> found = new HashSet<>(TaggedSpan.of(predicted.get(i)));
      Set<TaggedSpan> correct = new HashSet<>(expected);
      correct.retainAll(found);
      sentences.add(new PrecisionRecall(expected.size(), found.size(), correct.size()));
      expected.forEach(
          span ->
              types.merge(
                  span.type(),
                  new PrecisionRecall(
                      1, correct.contains(span) ? 1 : 0, correct.contains(span) ? 1 : 0),
                  PrecisionRecall::plus));
      found.stream()
          .filter(span -> !correct.contains(span))
          .forEach(
              span ->
                  types.merge(span.type(), new PrecisionRecall(0, 1, 0), PrecisionRecall::plus));
    }
    return new SpanEvaluation(List.copyOf(sentences), Collections.unmodifiableSortedMap(types));
  }

  /** Counts of all spans, for precision, recall and F1 (micro averages). */
  public PrecisionRecall all() {
    return sum(sentences);
  }

  /** Counts of the spans of each type that the gold standard or the predictions contain. */
  public SortedMap<String, PrecisionRecall> types() {
    return types;
  }

  /** Counts of the spans of each sentence. */
  public List<PrecisionRecall> sentences() {
    return sentences;
  }

  private static PrecisionRecall sum(List<PrecisionRecall> counts) {
    return counts.stream().reduce(PrecisionRecall.NONE, PrecisionRecall::plus);
  }

  /**
   * Tests whether two systems differ in F1 by approximate randomisation (Yeh, COLING 2000): the
   * probability of a difference at least as large as the observed one if the predictions for each
   * sentence were assigned to the systems at random. F1 is not a mean over sentences, so that a
   * test of means does not apply. If the counts of at most 20 sentences differ, the test is exact.
   *
   * @param samples number of random assignments otherwise, 1 or more
   * @throws IllegalArgumentException if the systems were not measured on the same sentences
   */
  public static RandomizationTest compare(
      SpanEvaluation a, SpanEvaluation b, int samples, long seed) {
    requireSameGold(a, b);
    List<PrecisionRecall> first = new ArrayList<>();
    List<PrecisionRecall> second = new ArrayList<>();
    for (int i = 0; i < a.sentences.size(); i++) {
      if (!a.sentences.get(i).equals(b.sentences.get(i))) {
        first.add(a.sentences.get(i));
        second.add(b.sentences.get(i));
      }
    }
    PrecisionRecall allOfA = a.all();
    PrecisionRecall allOfB = b.all();
    return RandomizationTest.of(
        first.size(),
        exchanged -> {
          long predicted = 0;
          long correct = 0;
          for (int i = 0; i < exchanged.length; i++) {
            if (exchanged[i]) {
              predicted += second.get(i).predicted() - first.get(i).predicted();
              correct += second.get(i).correct() - first.get(i).correct();
            }
          }
          return plus(allOfA, predicted, correct).f1() - plus(allOfB, -predicted, -correct).f1();
        },
        F1_ROUNDING,
        samples,
        seed);
  }

  private static PrecisionRecall plus(PrecisionRecall counts, long predicted, long correct) {
    return new PrecisionRecall(
        counts.expected(), counts.predicted() + predicted, counts.correct() + correct);
  }

  private static void requireSameGold(SpanEvaluation a, SpanEvaluation b) {
    if (!a.expected().equals(b.expected())) {
      throw new IllegalArgumentException(
          "the systems were measured on "
              + a.sentences.size()
              + " sentences with "
              + a.all().expected()
              + " spans and "
              + b.sentences.size()
              + " sentences with "
              + b.all().expected()
              + " spans, expected the same sentences with the same gold tags");
    }
  }

  private List<Long> expected() {
    return sentences.stream().map(PrecisionRecall::expected).toList();
  }
}
