// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Compares with slow computations that follow the definitions. */
class TranslationPropertiesTest {
  private static final List<String> WORDS =
      List.of("a", "b", "aa", "ab", "ba", "B", ".", "(a", "b)", "é", "\ud83d\ude00", "的");

  private final List<String> hypotheses = new ArrayList<>();
  private final List<List<String>> references = new ArrayList<>();

  /** Fills a corpus in which n-grams repeat, and some sentences are empty. */
  private void generate(Random random) {
    hypotheses.clear();
    references.clear();
    int sentences = 1 + random.nextInt(8);
    int translators = 1 + random.nextInt(3);
    for (int i = 0; i < sentences; i++) {
      hypotheses.add(sentence(random));
    }
    for (int i = 0; i < translators; i++) {
      references.add(IntStream.range(0, sentences).mapToObj(j -> sentence(random)).toList());
    }
  }

  private static String sentence(Random random) {
    return String.join(
        " ",
        IntStream.range(0, random.nextInt(12))
            .mapToObj(i -> WORDS.get(random.nextInt(WORDS.size())))
            .toList());
  }

  private List<String> referencesOf(int sentence) {
    return references.stream().map(translator -> translator.get(sentence)).toList();
  }

  @Property(tries = 500)
  void bleuFollowsItsDefinition(@ForAll long seed) {
    Random random = new Random(seed);
    generate(random);
    int orders = 1 + random.nextInt(5);
    Bleu metric =
        Bleu.standard()
            .withTokenizer(RuleBasedTokenizer.NONE)
            .withSmoothing(Smoothing.parse("none"))
            .withMaxOrder(orders);
    TranslationEvaluation evaluation =
        TranslationEvaluation.of(metric, hypotheses, new References(references), 1);
    BleuScore score = (BleuScore) evaluation.score();
    assertThat(score.value()).isCloseTo(slowBleu(orders), within(1e-9));
    assertThat(score.value()).isBetween(0.0, 100 + 1e-9);
  }

  private double slowBleu(int orders) {
    long length = 0;
    long closest = 0;
    double product = 1;
    for (int order = 1; order <= orders; order++) {
      long matches = 0;
      long total = 0;
      for (int i = 0; i < hypotheses.size(); i++) {
        Map<String, Integer> allowed = new HashMap<>();
        for (String reference : referencesOf(i)) {
          counts(ngrams(words(reference), order)).forEach((n, c) -> allowed.merge(n, c, Math::max));
        }
        for (Map.Entry<String, Integer> ngram :
            counts(ngrams(words(hypotheses.get(i)), order)).entrySet()) {
          total += ngram.getValue();
          matches += Math.min(ngram.getValue(), allowed.getOrDefault(ngram.getKey(), 0));
        }
      }
      product *= total == 0 ? 0 : (double) matches / total;
    }
    for (int i = 0; i < hypotheses.size(); i++) {
      int own = words(hypotheses.get(i)).size();
      List<Integer> lengths =
          referencesOf(i).stream().map(reference -> words(reference).size()).sorted().toList();
      length += own;
      closest +=
          Collections.min(lengths, (a, b) -> Integer.compare(Math.abs(a - own), Math.abs(b - own)));
    }
    double penalty = length == 0 ? 0 : Math.exp(Math.min(0, 1 - (double) closest / length));
    return 100 * penalty * Math.pow(product, 1.0 / orders);
  }

  @Property(tries = 500)
  void chrfFollowsItsDefinition(@ForAll long seed) {
    Random random = new Random(seed);
    generate(random);
    Chrf metric =
        Chrf.plusPlus()
            .withCharOrder(1 + random.nextInt(6))
            .withBeta(1 + random.nextInt(3))
            .withWhitespace(random.nextBoolean());
    TranslationEvaluation evaluation =
        TranslationEvaluation.of(metric, hypotheses, new References(references), 1);
    for (int i = 0; i < hypotheses.size(); i++) {
      String hypothesis = hypotheses.get(i);
      double best =
          referencesOf(i).stream()
              .mapToDouble(reference -> slowChrf(metric, hypothesis, reference))
              .max()
              .orElseThrow();
      assertThat(evaluation.sentenceScore(i).value()).isCloseTo(best, within(1e-9));
    }
  }

  private static double slowChrf(Chrf metric, String hypothesis, String reference) {
    List<Double> precisions = new ArrayList<>();
    List<Double> recalls = new ArrayList<>();
    for (int order = 1; order <= metric.charOrder(); order++) {
      compare(
          ngrams(characters(metric, hypothesis), order),
          ngrams(characters(metric, reference), order),
          precisions,
          recalls);
    }
    for (int order = 1; order <= metric.wordOrder(); order++) {
      compare(
          ngrams(splitPunctuation(hypothesis), order),
          ngrams(splitPunctuation(reference), order),
          precisions,
          recalls);
    }
    double precision = precisions.stream().mapToDouble(p -> p).average().orElse(0);
    double recall = recalls.stream().mapToDouble(r -> r).average().orElse(0);
    double weight = metric.beta() * metric.beta();
    return precision == 0
        ? 0
        : 100 * (1 + weight) * precision * recall / (weight * precision + recall);
  }

  private static void compare(
      List<String> hypothesis,
      List<String> reference,
      List<Double> precisions,
      List<Double> recalls) {
    if (hypothesis.isEmpty() || reference.isEmpty()) {
      return;
    }
    List<String> rest = new ArrayList<>(reference);
    long matches = hypothesis.stream().filter(rest::remove).count();
    precisions.add((double) matches / hypothesis.size());
    recalls.add((double) matches / reference.size());
  }

  private static List<String> words(String sentence) {
    return sentence.isEmpty() ? List.of() : List.of(sentence.split(" "));
  }

  private static List<String> splitPunctuation(String sentence) {
    return words(sentence.replace("(a", "( a").replace("b)", "b )"));
  }

  private static List<String> characters(Chrf metric, String sentence) {
    String text = metric.whitespace() ? sentence : sentence.replace(" ", "");
    return text.codePoints().mapToObj(Character::toString).toList();
  }

  private static List<String> ngrams(List<String> units, int order) {
    return IntStream.rangeClosed(0, units.size() - order)
        .mapToObj(i -> String.join("\n", units.subList(i, i + order)))
        .toList();
  }

  private static Map<String, Integer> counts(List<String> ngrams) {
    Map<String, Integer> counts = new HashMap<>();
    ngrams.forEach(ngram -> counts.merge(ngram, 1, Integer::sum));
    return counts;
  }
}
