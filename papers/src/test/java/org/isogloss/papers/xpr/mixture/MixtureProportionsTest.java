// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The proportions of the paper's constructions. */
class MixtureProportionsTest {
  private static BilingualText text(String name) {
    return new BilingualText(name + " in English", name + " in Chinese");
  }

  private static List<BilingualPair> pairs(int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> new BilingualPair(text("x" + i), text("y" + i), i % 3 == 0))
        .toList();
  }

  private static long count(List<MixedLanguagePair> pairs, Predicate<MixedLanguagePair> which) {
    return pairs.stream().filter(which).count();
  }

  private static Predicate<MixedLanguagePair> sides(LanguageSide left, LanguageSide right) {
    return pair -> pair.leftSide() == left && pair.rightSide() == right;
  }

  @Property(tries = 200)
  void quarterOfSentencePairsIsInEachLanguageAndHalfIsMixed(
      @ForAll @IntRange(max = 400) int size, @ForAll long seed) {
    List<BilingualPair> pairs = pairs(size);
    List<MixedLanguagePair> mixed = SentencePairMixer.mix(pairs, new Random(seed));
    assertThat(mixed)
        .extracting(MixedLanguagePair::pair)
        .as("each once, in order")
        .isEqualTo(pairs);
    assertThat(count(mixed, sides(LanguageSide.FIRST, LanguageSide.FIRST)))
        .isBetween(size / 4L, (size + 3) / 4L);
    assertThat(count(mixed, sides(LanguageSide.SECOND, LanguageSide.SECOND))).isEqualTo(size / 4);
    assertThat(count(mixed, MixedLanguagePair::isCrossLingual)).isEqualTo((size + 1) / 2);
  }

  @Test
  void replacesEitherSentenceWithEqualProbability() {
    List<MixedLanguagePair> mixed = SentencePairMixer.mix(pairs(8000), new Random(1));
    assertThat((double) count(mixed, sides(LanguageSide.FIRST, LanguageSide.SECOND)))
        .as("of 4,000 mixed ones; five standard deviations are 158")
        .isCloseTo(2000, within(158.0));
  }

  @Property(tries = 100)
  void allStrategiesTrainOnTheSameNumberOfSamples(
      @ForAll @IntRange(max = 200) int size, @ForAll long seed) {
    List<BilingualPair> pairs = pairs(size);
    for (TrainingStrategy strategy : TrainingStrategy.values()) {
      List<MixedLanguagePair> samples =
          strategy.stages(pairs, new Random(seed)).stream().flatMap(List::stream).toList();
      assertThat(samples).as("%s, seed %d", strategy, seed).hasSize(2 * size);
      for (LanguageSide query : LanguageSide.values()) {
        assertThat(samples.stream().filter(pair -> pair.leftSide() == query))
            .as("every query once in each language")
            .extracting(MixedLanguagePair::pair)
            .containsExactlyInAnyOrderElementsOf(pairs);
      }
    }
  }

  @Property(tries = 100)
  void onlyMixedTrainingIsHalfMixed(@ForAll @IntRange(max = 200) int size, @ForAll long seed) {
    List<BilingualPair> pairs = pairs(size);
    List<MixedLanguagePair> mixed =
        TrainingStrategy.MIXED.stages(pairs, new Random(seed)).getFirst();
    assertThat(count(mixed, MixedLanguagePair::isCrossLingual)).isEqualTo(size);
    assertThat(count(mixed, sides(LanguageSide.FIRST, LanguageSide.SECOND))).isEqualTo(size / 2);
    assertThat(count(mixed, sides(LanguageSide.SECOND, LanguageSide.SECOND))).isEqualTo(size / 2);
    assertThat(count(mixed, sides(LanguageSide.FIRST, LanguageSide.FIRST)))
        .isEqualTo(size - size / 2);
    for (int i = 0; i < size; i++) {
      assertThat(mixed.get(2 * i).right())
          .as("both queries of a pair have the same passage")
          .isEqualTo(mixed.get(2 * i + 1).right());
    }
    assertThat(
            count(
                TrainingStrategy.MERGED.stages(pairs, new Random(seed)).getFirst(),
                MixedLanguagePair::isCrossLingual))
        .isZero();
    List<List<MixedLanguagePair>> stages = TrainingStrategy.CASCADE.stages(pairs, new Random(seed));
    assertThat(stages).hasSize(2);
    assertThat(stages.get(0)).allMatch(sides(LanguageSide.FIRST, LanguageSide.FIRST));
    assertThat(stages.get(1)).allMatch(sides(LanguageSide.SECOND, LanguageSide.SECOND));
  }

  @Property(tries = 100)
  void translatesHalfOfTheCandidatesOfEachQuery(
      @ForAll @IntRange(min = 1, max = 60) int candidates, @ForAll long seed) {
    BilingualQuestionSet set = questions(20, candidates);
    MixedLanguageTestSet test = MixedLanguageTestSet.mix(set, new Random(seed));
    assertThat(test.questions()).hasSize(20);
    for (MixedLanguageQuestion question : test.questions()) {
      assertThat(question.candidateSides().stream().filter(side -> side == LanguageSide.SECOND))
          .hasSize(candidates / 2);
    }
    assertThat(MixedLanguageTestSet.mix(set, new Random(seed))).as("seed %d", seed).isEqualTo(test);
  }

  @Test
  void drawsTheLanguageOfEachQueryAndMixesItsCandidatesSeparately() {
    MixedLanguageTestSet test = MixedLanguageTestSet.mix(questions(4000, 10), new Random(1));
    long asked =
        test.questions().stream().filter(one -> one.querySide() == LanguageSide.FIRST).count();
    assertThat((double) asked)
        .as("five standard deviations are 158")
        .isCloseTo(2000, within(158.0));
    assertThat(test.questions().stream().map(MixedLanguageQuestion::candidateSides).distinct())
        .as("of 252 ways to choose 5 of 10")
        .hasSizeGreaterThan(240);
    MixedLanguageQuestion first = test.questions().getFirst();
    for (int i = 0; i < 10; i++) {
      String language = first.candidateSides().get(i) == LanguageSide.FIRST ? "English" : "Chinese";
      assertThat(test.candidate(first, i)).isEqualTo("p" + i + " in " + language);
    }
  }

  private static BilingualQuestionSet questions(int size, int candidates) {
    List<BilingualText> passages =
        IntStream.range(0, candidates).mapToObj(i -> text("p" + i)).toList();
    List<Integer> all = IntStream.range(0, candidates).boxed().toList();
    List<BilingualQuestion> questions = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      questions.add(new BilingualQuestion(text("q" + i), all, Set.of(i % candidates)));
    }
    return new BilingualQuestionSet("made up", passages, questions);
  }

  @Test
  void everyQuestionHasAnAnswerAmongItsCandidates() {
    assertThatThrownBy(() -> new BilingualQuestion(text("q"), List.of(1, 2), Set.of(3)))
        .hasMessageContaining("relevant are [3], expected one or more of the 2 candidates");
    assertThatThrownBy(() -> new BilingualQuestion(text("q"), List.of(1, 2), Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
