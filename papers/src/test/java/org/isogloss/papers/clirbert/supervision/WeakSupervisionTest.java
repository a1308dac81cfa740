// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.runtime.rerank.PriorCorrection;
import org.isogloss.text.segmentation.EnglishWords;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeakSupervisionTest {
  private static final Path DATA = Path.of("..", "samples", "papers");

  @TempDir Path folder;

  /** Table 1 of the paper. */
  private static final ClirSentence DOCTORS =
      ClirSentence.of(
          "doctors allege that the system currently in operation is effective",
          "medikų teigimu dabar veikianti sistema efektyvi");

  private static final ClirSentence OTHER =
      ClirSentence.of("The controller spends his leisure at home.", "Kontrolierius ilsisi namuose");

  @Test
  void onlyWordsOfTheTranslationAreRelevant() {
    WeakSupervision words = WeakSupervision.ofWords(List.of(DOCTORS, OTHER));
    assertThat(WeakSupervision.contentWords(DOCTORS))
        .containsExactly("doctors", "allege", "system", "currently", "operation", "effective");
    List<OccurrenceExample> examples = words.sample(List.of(DOCTORS), 0, 100, 2, new Random(1));
    assertThat(examples).hasSize(18).allMatch(one -> one.sentence().equals(DOCTORS.foreign()));
    assertThat(examples)
        .filteredOn(one -> !one.occurs())
        .extracting(OccurrenceExample::query)
        .isSubsetOf("controller", "spends", "leisure", "home");
  }

  @Test
  void wordsOfAnotherTranslationAreNoNegativeExamples() {
    ClirSentence again = ClirSentence.of("physicians say so", DOCTORS.foreign());
    WeakSupervision words = WeakSupervision.ofWords(List.of(DOCTORS, again, OTHER));
    assertThat(words.sample(List.of(DOCTORS, again), 0, 100, 5, new Random(1)))
        .filteredOn(one -> !one.occurs())
        .extracting(OccurrenceExample::query)
        .isSubsetOf("controller", "spends", "leisure", "home");
    WeakSupervision alone = WeakSupervision.ofWords(List.of(DOCTORS));
    assertThatThrownBy(() -> alone.sample(List.of(DOCTORS), 0, 1, 1, new Random(1)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("more bitext is needed");
  }

  /** Of two words that a sentence lacks, the one that is four times as frequent. */
  @Test
  void negativesMayBeAsFrequentAsPositives() {
    List<ClirSentence> others =
        List.of(
            ClirSentence.of("rain", "lietus"),
            ClirSentence.of("snow", "sniegas"),
            ClirSentence.of("snow", "sniego"),
            ClirSentence.of("snow", "sniegui"),
            ClirSentence.of("snow", "sniegu"));
    WeakSupervision uniform = WeakSupervision.ofWords(others);
    for (int factor : new int[] {1, 4}) {
      WeakSupervision words = factor == 1 ? uniform : uniform.withNegativesByFrequency(others);
      Map<String, Long> negatives =
          words.sample(List.of(DOCTORS), 0, 1, 10_000, new Random(1)).stream()
              .filter(one -> !one.occurs())
              .collect(Collectors.groupingBy(OccurrenceExample::query, Collectors.counting()));
      assertThat(negatives).containsOnlyKeys("rain", "snow");
      assertThat((double) negatives.get("snow") / negatives.get("rain"))
          .isCloseTo(factor, within(0.1 * factor));
    }
  }

  private static List<ClirSentence> random(Random random) {
    List<String> stops = List.of("the", "of", "and", "don");
    List<ClirSentence> sentences = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      StringBuilder english = new StringBuilder("in the");
      for (int w = random.nextInt(8); w >= 0; w--) {
        boolean stop = random.nextInt(3) == 0;
        english
            .append(' ')
            .append(stop ? stops.get(random.nextInt(4)) : "word" + random.nextInt(60));
      }
      sentences.add(ClirSentence.of(english.toString(), "s" + random.nextInt(25)));
    }
    return sentences;
  }

  @RepeatedTest(30)
  void examplesHaveTheGivenProportionsAndLabels() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<ClirSentence> sentences = random(random);
    boolean ofWords = random.nextBoolean();
    int ratio = 1 + random.nextInt(3);
    int positives = 1 + random.nextInt(150);
    WeakSupervision weak =
        ofWords ? WeakSupervision.ofWords(sentences) : WeakSupervision.ofPhrases(sentences);
    List<OccurrenceExample> examples = weak.sample(sentences, 0, positives, ratio, random);
    List<OccurrenceExample> found = examples.stream().filter(OccurrenceExample::occurs).toList();
    assertThat(examples).as("seed %d", seed).hasSize((1 + ratio) * found.size());
    assertThat(found).as("seed %d", seed).hasSizeLessThanOrEqualTo(positives);
    if (ofWords) {
      int all = sentences.stream().mapToInt(s -> WeakSupervision.contentWords(s).size()).sum();
      assertThat(found).as("seed %d", seed).hasSize(Math.min(positives, all));
    }
    for (int i = 0; i < examples.size(); i++) {
      OccurrenceExample one = examples.get(i);
      assertThat(one.occurs()).as("seed %d, example %d", seed, i).isEqualTo(i % (1 + ratio) == 0);
      boolean occurs =
          sentences.stream()
              .filter(sentence -> sentence.foreign().equals(one.sentence()))
              .map(sentence -> " " + String.join(" ", sentence.words()) + " ")
              .anyMatch(english -> english.contains(" " + one.query() + " "));
      assertThat(occurs).as("seed %d, %s", seed, one).isEqualTo(one.occurs());
      assertThat(EnglishWords.isStopWord(one.query())).as("seed %d, %s", seed, one).isFalse();
      assertThat(weak.vocabulary()).as("seed %d", seed).contains(one.query());
    }
  }

  @Test
  void subsamplesFrequentWordsToTheSquareRoot() {
    List<ClirSentence> sentences = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String zebra = i % 500 == 0 ? " zebra" : "";
      sentences.add(ClirSentence.of("horse" + zebra, "dažnai " + i));
    }
    long seed = new Random().nextLong();
    WeakSupervision words = WeakSupervision.ofWords(sentences);
    List<OccurrenceExample> sampled =
        words.sample(sentences, 100, Integer.MAX_VALUE, 0, new Random(seed));
    Map<String, Long> counts =
        sampled.stream()
            .collect(Collectors.groupingBy(OccurrenceExample::query, Collectors.counting()));
    assertThat(counts.get("zebra")).as("seed %d", seed).isEqualTo(20);
    // The root of 10,000 times 100 is 1,000; six standard deviations are 180.
    assertThat(counts.get("horse")).as("seed %d", seed).isBetween(820L, 1180L);
  }

  /** Counts the examples as a classifier that distinguishes only the kinds of sentences. */
  @Test
  void priorCorrectionYieldsTheProportionOfSentencesWithAWord() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<ClirSentence> sentences = new ArrayList<>();
    int having = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder english = new StringBuilder("in");
      for (int w = 0; w < 100; w++) {
        english.append(random.nextInt(25) == 0 ? " word" + w : "");
      }
      boolean zebra = random.nextInt(10) == 0;
      having += zebra ? 1 : 0;
      sentences.add(ClirSentence.of(english + (zebra ? " zebra" : ""), "dažnai " + i));
    }
    WeakSupervision words = WeakSupervision.ofWords(sentences);
    List<OccurrenceExample> sampled = words.sample(sentences, 0, Integer.MAX_VALUE, 2, random);
    long is = sampled.stream().filter(one -> one.query().equals("zebra") && one.occurs()).count();
    long not = sampled.stream().filter(one -> one.query().equals("zebra") && !one.occurs()).count();
    PriorCorrection correction = words.priorCorrection(sentences, 0, 2);
    double share = having / 20_000.0;
    assertThat((double) is / (is + not)).as("seed %d, learned", seed).isGreaterThan(.5);
    // About 2,000 and 1,500 examples: four standard deviations of the proportion are .014.
    assertThat(correction.correct((double) is / (is + not)))
        .as("seed %d", seed)
        .isCloseTo(share, within(.014));
    double root = words.priorCorrection(sentences, 500, 2).oddsFactor() / correction.oddsFactor();
    // Words occur 800 times, zebra 2,000 times: 4 in 5 and 1 in 2 are kept.
    assertThat(root).as("seed %d, thinned out", seed).isCloseTo(.77, within(.03));
  }

  @Test
  void largerSamplesBeginWithTheSmallerOnes() {
    ClirBitext bitext = ClirBitext.read(DATA, Language.of("de"), 80, 20, new Random(3));
    WeakSupervision words = WeakSupervision.ofWords(bitext.training());
    List<OccurrenceExample> few = words.sample(bitext.training(), 3, 10, 2, new Random(5));
    List<OccurrenceExample> more = words.sample(bitext.training(), 3, 25, 2, new Random(5));
    assertThat(few).hasSize(30);
    assertThat(more).hasSize(75).startsWith(few.toArray(new OccurrenceExample[0]));
  }

  @Test
  void noCorrectionWithoutSampling() {
    List<ClirSentence> list = List.of(ClirSentence.of("bridge", "tiltas"));
    WeakSupervision phrases = WeakSupervision.ofPhrases(list);
    assertThat(phrases.vocabulary()).isEmpty();
    assertThat(phrases.priorCorrection(list, 20, 2)).isEqualTo(PriorCorrection.NONE);
    assertThat(phrases.priorCorrection(List.of(), 20, 2)).isEqualTo(PriorCorrection.NONE);
  }

  @Test
  void testSharesNoTextWithTrainingData() {
    ClirBitext bitext = ClirBitext.read(DATA, Language.of("de"), 80, 20, new Random(3));
    assertThat(bitext.training()).hasSize(80);
    assertThat(bitext.test()).hasSize(12);
    Set<String> tested =
        bitext.test().stream().map(ClirSentence::foreign).collect(Collectors.toSet());
    assertThat(bitext.training())
        .extracting(ClirSentence::foreign)
        .doesNotContainAnyElementsOf(tested);
    assertThat(ClirBitext.read(DATA, Language.of("de"), 80, 20, new Random(3))).isEqualTo(bitext);
  }

  @Test
  void trainsOnWordListButNotOnNearDuplicatesOfTheTest() throws Exception {
    Path bitext = Files.createDirectories(folder.resolve("bitext"));
    Path lexicon = Files.createDirectories(folder.resolve("lexicon"));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      lines.append("Dog number ").append(i).append("\tŠuo numeris ").append(i).append("\tx\n");
      lines.append("DOG number ").append(i).append("!\tŠuo, numeris ").append(i).append("\tx\n");
      lines.append("left out ").append(i).append("\tpaliktas ").append(i).append("\tindian_dict\n");
    }
    Files.writeString(bitext.resolve("en-lt.tsv"), lines);
    Files.writeString(lexicon.resolve("en-lt.tsv"), "cat\tkatė\n");
    ClirBitext read = ClirBitext.read(folder, Language.of("lt"), 1000, 6, new Random(5));
    assertThat(read.test()).hasSize(6);
    Set<String> numbers = new HashSet<>();
    read.test().forEach(one -> numbers.add(one.foreign().replaceAll("\\D", "")));
    assertThat(read.training()).hasSize(1 + 60 - 2 * numbers.size());
    assertThat(read.training()).extracting(ClirSentence::foreign).contains("katė");
    assertThatThrownBy(() -> ClirBitext.read(folder, Language.of("de"), 9, 9, new Random(1)))
        .hasMessageContaining("has no bitext of en-de: expected files such as en-de.tsv.gz");
  }

  @Test
  void readsMosesFilesAndTranslationMemories() throws IOException {
    Path bitext = Files.createDirectories(folder.resolve("bitext"));
    String numbers = IntStream.range(0, 12).mapToObj(i -> "%s " + i).collect(joining("\n"));
    Files.writeString(bitext.resolve("Europarl.lt-en.lt"), numbers.replace("%s", "metai"));
    Files.writeString(bitext.resolve("Europarl.lt-en.en"), numbers.replace("%s", "year"));
    Files.writeString(
        bitext.resolve("UN.en-lt.tmx"),
        """
        <tmx version="1.4"><header srclang="en"/><body><tu>
        <tuv xml:lang="en"><seg>year of peace</seg></tuv><tuv xml:lang="lt"><seg>metai taikos</seg></tuv>
        </tu></body></tmx>
        """);
    assertThat(ClirBitext.read(folder, Language.of("lt"), 1000, 6, new Random(5)).training())
        .hasSize(12)
        .allMatch(one -> one.english().startsWith("year") && one.foreign().startsWith("metai"))
        .extracting(ClirSentence::english)
        .contains("year of peace");
  }
}
