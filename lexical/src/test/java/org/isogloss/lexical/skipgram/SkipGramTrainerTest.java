// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class SkipGramTrainerTest {
  private static final List<List<String>> TOPICS =
      List.of(
          List.of("apple", "plum", "cherry", "melon", "grape", "fig"),
          List.of("copper", "iron", "silver", "zinc", "lead", "gold"),
          List.of("violin", "flute", "oboe", "harp", "drum", "horn"));

  /** Sentences of words of one topic each, with some words that all topics share. */
  private static List<List<String>> sentences(int count) {
    Random random = new Random(5);
    List<List<String>> sentences = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      List<String> topic = TOPICS.get(s % TOPICS.size());
      List<String> sentence = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        sentence.add(
            random.nextInt(4) == 0
                ? List.of("the", "of", "and").get(random.nextInt(3))
                : topic.get(random.nextInt(topic.size())));
      }
      sentences.add(sentence);
    }
    return sentences;
  }

  private static SkipGramOptions.Builder options() {
    return SkipGramOptions.builder()
        .dimension(20)
        .buckets(5000)
        .samplingThreshold(1e-2)
        .threads(1)
        .seed(3);
  }

  private static SubwordVectors train(SkipGramOptions options) {
    return SkipGramTrainer.train(sentences(4000).iterator(), options, SkipGramListener.NONE);
  }

  private static void requireTopics(WordVectors vectors) {
    WordVectors unit = vectors.normalised();
    for (List<String> topic : TOPICS) {
      for (String word : topic) {
        List<String> nearest =
            TOPICS.stream()
                .flatMap(List::stream)
                .sorted((a, b) -> Double.compare(cosine(unit, word, b), cosine(unit, word, a)))
                .limit(topic.size())
                .toList();
        assertThat(nearest).as("neighbours of %s", word).hasSameElementsAs(topic);
      }
    }
  }

  private static double cosine(WordVectors unit, String word, String other) {
    float[] a = unit.vector(unit.row(word).orElseThrow());
    float[] b = unit.vector(unit.row(other).orElseThrow());
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  @Test
  void wordsOfATopicBecomeNeighbours() {
    SubwordVectors vectors = train(options().build());
    assertThat(vectors.toWordVectors().size()).isEqualTo(3 * 6 + 3);
    requireTopics(vectors.toWordVectors());
  }

  @Test
  void wordsBecomeNeighboursWithoutNgrams() {
    requireTopics(train(options().maxNgram(0).build()).toWordVectors());
  }

  @Test
  void severalThreadsLearnTheSameNeighbours() {
    requireTopics(train(options().threads(3).build()).toWordVectors());
  }

  @Test
  void oneThreadIsReproducible() {
    float[] values = train(options().build()).toWordVectors().values();
    assertThat(train(options().build()).toWordVectors().values()).isEqualTo(values);
    assertThat(train(options().seed(4).build()).toWordVectors().values()).isNotEqualTo(values);
  }

  @Test
  void anUnknownInflectionIsNearItsWord() {
    SubwordVectors vectors = train(options().build());
    WordVectors unit = vectors.withWords(List.of("cherrys")).normalised();
    for (String other : List.of("iron", "violin", "flute", "the")) {
      assertThat(cosine(unit, "cherrys", "cherry"))
          .as("compared with %s", other)
          .isGreaterThan(cosine(unit, "cherrys", other));
    }
  }

  @Test
  void reportsTextAndProgressOnTheCallingThread() {
    List<String> read = new ArrayList<>();
    List<SkipGramProgress> progress = new ArrayList<>();
    Thread caller = Thread.currentThread();
    SkipGramTrainer.train(
        sentences(4000).iterator(),
        options().threads(2).build(),
        new SkipGramListener() {
          @Override
          public void textRead(long words, int vocabulary, int ngramRows) {
            read.add(words + " " + vocabulary);
            assertThat(ngramRows).isPositive();
          }

          @Override
          public void progress(SkipGramProgress reported) {
            assertThat(Thread.currentThread()).isEqualTo(caller);
            progress.add(reported);
          }
        });
    assertThat(read).containsExactly("32000 21");
    SkipGramProgress last = progress.getLast();
    assertThat(last.words()).isEqualTo(5 * 32_000).isEqualTo(last.totalWords());
    assertThat(last.fraction()).isEqualTo(1);
    assertThat(last.wordsPerSecond()).isPositive();
    assertThat(last.remaining()).isZero();
    // Six samples that are all guessed have a loss of 6 log 2.
    assertThat(last.loss()).isBetween(1.0, 6 * Math.log(2));
    assertThat(progress)
        .extracting(SkipGramProgress::words)
        .isSorted()
        .containsOnlyOnce(last.totalWords());
  }

  @Test
  void lossDecreases() {
    List<SkipGramProgress> progress = new ArrayList<>();
    SkipGramTrainer.train(
        sentences(4000).iterator(),
        options().build(),
        new SkipGramListener() {
          @Override
          public void progress(SkipGramProgress reported) {
            progress.add(reported);
          }
        });
    assertThat(progress.getLast().loss()).isLessThan(progress.getFirst().loss());
  }

  @Test
  void theLearningRateDecreasesToZero() {
    List<List<String>> others = sentences(4000);
    List<List<String>> first = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      first.add(List.of("sun", "moon", "sun", "moon", "sun", "moon"));
    }
    List<List<String>> last = new ArrayList<>(others);
    last.addAll(first);
    first.addAll(others);
    assertThat(norm(first, "moon")).isGreaterThan(.5);
    // Untrained numbers are between -1 / 20 and 1 / 20.
    assertThat(norm(last, "moon")).isLessThan(1 / Math.sqrt(20));
  }

  private static double norm(List<List<String>> sentences, String word) {
    SkipGramOptions options = options().maxNgram(0).epochs(1).learningRate(.2).build();
    WordVectors vectors =
        SkipGramTrainer.train(sentences.iterator(), options, SkipGramListener.NONE).toWordVectors();
    float[] vector = vectors.vector(vectors.row(word).orElseThrow());
    return Math.sqrt(IntStream.range(0, 20).mapToDouble(i -> vector[i] * vector[i]).sum());
  }

  @Test
  void sentencesOfOneWordTrainNothing() {
    Iterator<List<String>> words = Stream.of("a", "b", "a", "b", "a", "b").map(List::of).iterator();
    List<SkipGramProgress> progress = new ArrayList<>();
    SubwordVectors vectors =
        SkipGramTrainer.train(
            words,
            options().minCount(2).build(),
            new SkipGramListener() {
              @Override
              public void progress(SkipGramProgress reported) {
                progress.add(reported);
              }
            });
    assertThat(vectors.toWordVectors().words()).containsExactly("a", "b");
    assertThat(progress.getLast().loss()).isZero();
  }

  @Test
  void rejectsATextOfRareWords() {
    Iterator<List<String>> sentence = List.of(List.of("one", "two", "three")).iterator();
    SkipGramOptions options = options().build();
    assertThatThrownBy(() -> SkipGramTrainer.train(sentence, options, SkipGramListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none of the 3 distinct words of the text occurs 5 times or more");
  }

  @Test
  void anInterruptEndsTheTraining() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> train(options().build()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted while word vectors were trained");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
