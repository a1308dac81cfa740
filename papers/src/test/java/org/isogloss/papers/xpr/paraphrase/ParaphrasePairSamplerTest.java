// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;
import org.junit.jupiter.api.Test;

class ParaphrasePairSamplerTest {
  /** The vector of a text is an angle: its number in tenths of a degree. */
  private static final class ByNumber implements Encoder {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "numbers";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      float[][] vectors = new float[texts.size()][];
      for (int i = 0; i < vectors.length; i++) {
        double angle = Math.toRadians(Integer.parseInt(texts.get(i).substring(1)) / 10.0);
        vectors[i] = new float[] {(float) Math.cos(angle), (float) Math.sin(angle)};
      }
      return vectors;
    }

    @Override
    public void close() {}
  }

  /** English sentence i with its Chinese translation; a given number have a second translation. */
  private static List<BilingualSentenceReader.BilingualSentence> sentences(
      int size, int paraphrased) {
    List<BilingualSentenceReader.BilingualSentence> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(
          new BilingualSentenceReader.BilingualSentence(
              new BilingualText("e" + i, "z" + i), "e" + i));
      if (i < paraphrased) {
        all.add(
            new BilingualSentenceReader.BilingualSentence(
                new BilingualText("e" + i, "y" + i), "e" + i));
      }
    }
    return all;
  }

  private static int number(String text) {
    return Integer.parseInt(text.substring(1));
  }

  @Property(tries = 60)
  void halfOfThePairsAreParaphrases(
      @ForAll @IntRange(min = 4, max = 200) int size, @ForAll long seed) {
    List<BilingualSentenceReader.BilingualSentence> sentences = sentences(200, 200);
    List<BilingualPair> pairs =
        ParaphrasePairSampler.sample(sentences, size, new ByNumber(), new Random(seed));
    assertThat(pairs).hasSize(size);
    assertThat(pairs.stream().filter(BilingualPair::positive)).hasSize(size / 2);
    for (BilingualPair pair : pairs) {
      boolean same = number(pair.left().first()) == number(pair.right().first());
      assertThat(same).as("%s, seed %d", pair, seed).isEqualTo(pair.positive());
    }
    assertThat(pairs.stream().filter(BilingualPair::positive))
        .as("half of the positives are paraphrases, the others identities")
        .filteredOn(pair -> !pair.left().equals(pair.right()))
        .hasSize(size / 2 / 2);
  }

  @Test
  void fillsUpPositivePairsWithIdenticalSentences() {
    List<BilingualPair> pairs =
        ParaphrasePairSampler.sample(sentences(200, 3), 200, new ByNumber(), new Random(1));
    assertThat(pairs.stream().filter(BilingualPair::positive))
        .hasSize(100)
        .filteredOn(pair -> !pair.left().equals(pair.right()))
        .as("each of three pairs from both sides")
        .hasSize(6);
  }

  @Test
  void halfOfTheNegativesAreSimilar() {
    List<BilingualPair> pairs =
        ParaphrasePairSampler.sample(sentences(1000, 0), 2000, new ByNumber(), new Random(1));
    List<Integer> apart =
        pairs.stream()
            .filter(pair -> !pair.positive())
            .map(pair -> Math.abs(number(pair.left().first()) - number(pair.right().first())))
            .toList();
    assertThat(apart).hasSize(1000);
    assertThat(apart.stream().filter(distance -> distance <= 40))
        .as("nearest of 256 among 1,000, and some at random")
        .hasSizeBetween(500, 600);
  }

  @Test
  void linksSentencesTransitively() {
    List<BilingualSentenceReader.BilingualSentence> chain =
        List.of(
            new BilingualSentenceReader.BilingualSentence(new BilingualText("a", "1"), "a"),
            new BilingualSentenceReader.BilingualSentence(new BilingualText("b", "1"), "b"),
            new BilingualSentenceReader.BilingualSentence(new BilingualText("b", "2"), "b"),
            new BilingualSentenceReader.BilingualSentence(new BilingualText("c", "3"), "c"));
    ParaphraseClusters meaning = new ParaphraseClusters(chain);
    assertThat(meaning.isSameCluster(0, 2)).isTrue();
    assertThat(meaning.isSameCluster(0, 3)).isFalse();
    assertThat(meaning.sampleParaphrase(0, new Random(1))).hasValue(1);
    assertThat(meaning.sampleParaphrase(3, new Random(1))).isEmpty();
    assertThat(IntStream.range(0, 4).filter(meaning::isSingleton)).containsExactly(3);
  }

  @Test
  void prefersPairsThatShareOnlyTheirEnglish() {
    List<BilingualSentenceReader.BilingualSentence> german =
        List.of(
            new BilingualSentenceReader.BilingualSentence(new BilingualText("d", "1"), "a"),
            new BilingualSentenceReader.BilingualSentence(new BilingualText("d", "2"), "a"),
            new BilingualSentenceReader.BilingualSentence(new BilingualText("f", "3"), "a"));
    ParaphraseClusters meaning = new ParaphraseClusters(german);
    Set<Integer> chosen = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      chosen.add(meaning.sampleParaphrase(0, new Random(seed)).orElseThrow());
    }
    assertThat(chosen).containsExactly(2);
  }

  @Test
  void heldOutSentencesShareNothingWithTrainingSentences() {
    HeldOutSentences split = HeldOutSentences.split(sentences(1000, 300));
    assertThat(split.heldOut()).hasSizeBetween(20, 50);
    assertThat(split.training()).doesNotContainAnyElementsOf(split.heldOut());
    assertThat(split.heldOut()).allMatch(sentence -> number(sentence.english()) >= 300);
    BilingualQuestionSet questions = split.questions(10, 5, new Random(1));
    assertThat(questions.describeSizes()).isEqualTo("10 queries, 5 candidates each");
    for (BilingualQuestion question : questions.questions()) {
      int right = question.relevant().iterator().next();
      assertThat(questions.passages().get(right)).isEqualTo(question.query());
    }
  }
}
