// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isogloss.measure.PrecisionRecall;
import org.isogloss.measure.TaskGoldenFiles;
import org.isogloss.measure.stats.RandomizationTest;
import org.junit.jupiter.api.Test;

class SpanEvaluationTest {
  private static final List<String> TAGS = List.of("O", "B-PER", "I-PER", "B-LOC", "I-LOC");

  private static List<String> tags(String text) {
    return Arrays.asList(text.split(" ", -1));
  }

  @Test
  void findsSpansByTheRuleOfConlleval() {
    assertThat(TaggedSpan.of(tags("I-PER I-PER I-LOC B-LOC I-LOC O I-LOC")))
        .containsExactly(
            new TaggedSpan(0, 2, "PER"),
            new TaggedSpan(2, 3, "LOC"),
            new TaggedSpan(3, 5, "LOC"),
            new TaggedSpan(6, 7, "LOC"));
  }

  @Test
  void countsSpansWithTheSameWordsAndType() {
    SpanEvaluation evaluation =
        SpanEvaluation.of(
            List.of(tags("B-PER I-PER O B-LOC"), tags("B-LOC O")),
            List.of(tags("B-PER O O B-LOC"), tags("B-ORG O")));
    assertThat(evaluation.all()).isEqualTo(new PrecisionRecall(3, 3, 1));
    assertThat(evaluation.types())
        .containsExactly(
            entry("LOC", new PrecisionRecall(2, 1, 1)),
            entry("ORG", new PrecisionRecall(0, 1, 0)),
            entry("PER", new PrecisionRecall(1, 1, 0)));
    assertThat(evaluation.sentences())
        .containsExactly(new PrecisionRecall(2, 2, 1), new PrecisionRecall(1, 1, 0));
    assertThat(evaluation.all().f1()).isCloseTo(1.0 / 3, within(1e-15));
  }

  @Test
  void agreesWithSeqeval() {
    List<JsonNode> files = TaskGoldenFiles.read("spans.jsonl");
    assertThat(files).hasSize(5);
    for (JsonNode file : files) {
      List<List<String>> gold = sentences(file.get("gold"));
      List<List<String>> predicted = sentences(file.get("predicted"));
      assertThat(TagAccuracy.of(gold, predicted).accuracy())
          .isEqualTo(file.get("accuracy").doubleValue());
      SpanEvaluation evaluation = SpanEvaluation.of(gold, predicted);
      assertAgrees(evaluation.all(), file.get("report").get("micro avg"));
      assertThat(evaluation.types()).containsOnlyKeys("LOC", "ORG", "PER");
      evaluation
          .types()
          .forEach((type, counts) -> assertAgrees(counts, file.get("report").get(type)));
    }
  }

  private static List<List<String>> sentences(JsonNode node) {
    List<List<String>> sentences = new ArrayList<>();
    node.forEach(sentence -> sentences.add(TaskGoldenFiles.strings(sentence)));
    return sentences;
  }

  private static void assertAgrees(PrecisionRecall counts, JsonNode expected) {
    assertThat(counts.expected()).isEqualTo(expected.get("support").longValue());
    assertThat(counts.precision())
        .isCloseTo(expected.get("precision").doubleValue(), within(1e-15));
    assertThat(counts.recall()).isCloseTo(expected.get("recall").doubleValue(), within(1e-15));
    assertThat(counts.f1()).isCloseTo(expected.get("f1-score").doubleValue(), within(1e-15));
  }

  /** Swapping the systems swaps precision and recall; the counts of types and sentences add up. */
  @Test
  void propertiesHoldForRandomTags() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<List<String>> gold = new ArrayList<>();
      List<List<String>> predicted = new ArrayList<>();
      for (int sentence = 0; sentence < 5; sentence++) {
        int length = random.nextInt(8);
        gold.add(random.ints(length, 0, TAGS.size()).mapToObj(TAGS::get).toList());
        predicted.add(random.ints(length, 0, TAGS.size()).mapToObj(TAGS::get).toList());
      }
      SpanEvaluation one = SpanEvaluation.of(gold, predicted);
      SpanEvaluation other = SpanEvaluation.of(predicted, gold);
      assertThat(one.all().precision()).as("seed %d", seed).isEqualTo(other.all().recall());
      assertThat(one.all().f1()).as("seed %d", seed).isEqualTo(other.all().f1());
      assertThat(one.types().values().stream().reduce(PrecisionRecall.NONE, PrecisionRecall::plus))
          .as("seed %d", seed)
          .isEqualTo(one.all());
      assertThat(SpanEvaluation.of(gold, gold).all().correct())
          .as("seed %d", seed)
          .isEqualTo(one.all().expected());
    }
  }

  @Test
  void comparesSystemsExactlyIfFewSentencesDiffer() {
    List<List<String>> gold = Collections.nCopies(500, tags("B-PER O"));
    List<List<String>> fewWrong = new ArrayList<>(gold);
    Collections.fill(fewWrong.subList(0, 10), tags("O B-PER"));
    SpanEvaluation right = SpanEvaluation.of(gold, gold);
    assertThat(SpanEvaluation.compare(right, right, 100, 1))
        .isEqualTo(new RandomizationTest(1, 1, true));
    assertThat(SpanEvaluation.compare(right, SpanEvaluation.of(gold, fewWrong), 1, 1))
        .as("only no exchange and all exchanges are as extreme")
        .isEqualTo(new RandomizationTest(2.0 / 1024, 1024, true));
  }

  @Test
  void comparesSystemsBySamplesIfManySentencesDiffer() {
    List<List<String>> gold = Collections.nCopies(21, tags("B-PER O"));
    SpanEvaluation right = SpanEvaluation.of(gold, gold);
    SpanEvaluation wrong = SpanEvaluation.of(gold, Collections.nCopies(21, tags("O B-PER")));
    RandomizationTest test = SpanEvaluation.compare(right, wrong, 1000, 1);
    assertThat(test.p()).isLessThan(0.01);
    assertThat(test.permutations()).isEqualTo(1000);
    assertThat(test.exact()).isFalse();
  }

  /** Compares with F1 of all sentences, computed anew for each of the 2^4 assignments. */
  @Test
  void exchangesThePredictionsOfSentences() {
    List<List<String>> gold =
        List.of(tags("B-PER O"), tags("B-LOC I-LOC"), tags("O O"), tags("B-PER B-PER"));
    List<List<String>> one =
        List.of(tags("B-PER O"), tags("B-LOC I-LOC"), tags("B-PER O"), tags("B-PER O"));
    List<List<String>> other =
        List.of(tags("B-PER B-LOC"), tags("O O"), tags("O O"), tags("B-LOC O"));
    double observed = Math.abs(f1(gold, one) - f1(gold, other));
    int asExtreme = 0;
    for (int assignment = 0; assignment < 16; assignment++) {
      List<List<String>> first = new ArrayList<>(one);
      List<List<String>> second = new ArrayList<>(other);
      for (int i = 0; i < gold.size(); i++) {
        if ((assignment >> i & 1) == 1) {
          second.set(i, first.set(i, second.get(i)));
        }
      }
      asExtreme += Math.abs(f1(gold, first) - f1(gold, second)) >= observed - 1e-12 ? 1 : 0;
    }
    assertThat(asExtreme).isStrictlyBetween(2, 16);
    RandomizationTest test =
        SpanEvaluation.compare(
            SpanEvaluation.of(gold, one), SpanEvaluation.of(gold, other), 1000, 1);
    assertThat(test).isEqualTo(new RandomizationTest(asExtreme / 16.0, 16, true));
  }

  private static double f1(List<List<String>> gold, List<List<String>> predicted) {
    return SpanEvaluation.of(gold, predicted).all().f1();
  }

  @Test
  void comparesSystemsOnTheSameSentencesOnly() {
    List<List<String>> gold = List.of(tags("B-PER O"));
    List<List<String>> none = List.of(tags("O O"));
    assertThatThrownBy(
            () ->
                SpanEvaluation.compare(
                    SpanEvaluation.of(gold, none), SpanEvaluation.of(none, none), 1, 1))
        .hasMessageContaining("1 sentences with 1 spans and 1 sentences with 0 spans, expected");
  }

  @Test
  void requiresATagForEachWord() {
    assertThatThrownBy(() -> SpanEvaluation.of(List.of(tags("O O")), List.of(tags("O"))))
        .hasMessage(
            "sentence 0 has 2 gold tags and 1 predicted ones, expected a tag for each word");
    assertThatThrownBy(() -> TagAccuracy.of(List.of(tags("O O")), List.of()))
        .hasMessageContaining("there are 1 sentences with gold tags and 0 with predicted ones");
  }

  @Test
  void countsTagsOfEachSentence() {
    TagAccuracy accuracy =
        TagAccuracy.of(
            List.of(tags("NOUN VERB"), tags("NOUN")), List.of(tags("NOUN NOUN"), tags("NOUN")));
    assertThat(accuracy).isEqualTo(new TagAccuracy(3, 2, List.of(1.0, 1.0)));
    assertThat(accuracy.accuracy()).isCloseTo(2 / 3.0, within(1e-15));
  }

  @Test
  void sentencesCompareSystemsAsTheAccuracyDoes() {
    List<List<String>> gold = List.of(tags("NOUN"), tags("NOUN NOUN NOUN NOUN NOUN"));
    TagAccuracy shortOnly =
        TagAccuracy.of(gold, List.of(tags("NOUN"), tags("VERB VERB NOUN NOUN NOUN")));
    TagAccuracy longOnly =
        TagAccuracy.of(gold, List.of(tags("VERB"), tags("NOUN NOUN NOUN NOUN NOUN")));
    // The mean of the shares of the sentences would prefer the other system.
    assertThat(longOnly.accuracy()).isGreaterThan(shortOnly.accuracy());
    double difference = 0;
    for (int i = 0; i < gold.size(); i++) {
      difference += longOnly.sentences().get(i) - shortOnly.sentences().get(i);
    }
    assertThat(difference / longOnly.words())
        .isCloseTo(longOnly.accuracy() - shortOnly.accuracy(), within(1e-15));
  }
}
