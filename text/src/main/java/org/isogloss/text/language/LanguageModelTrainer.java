// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.text.language.LanguageModel.TextClass;

/**
 * Trains the weights of a {@link LanguageModel} by AdaGrad (Duchi, Hazan and Singer, <i>Adaptive
 * Subgradient Methods for Online Learning and Stochastic Optimization</i>, JMLR 2011, diagonal) on
 * short texts.
 *
 * <p>Queries name products, programs and people of other languages. So words of other texts, mostly
 * English ones, are inserted into some texts in Latin letters. Half of the texts are distinguished
 * from a sample of the languages only, as when the languages of a collection are known. Training is
 * deterministic.
 */
final class LanguageModelTrainer {
  private static final double LEARNING_RATE = 0.05;

  /** Share of the learning rate that is left at the end. */
  private static final double FINAL_RATE = 0.02;

  private static final float INITIAL_SQUARES = 0.1f;

  /** Smaller gradients are not worth their time. */
  private static final float MIN_GRADIENT = 1e-4f;

  /** The model is the mean of the weights at half this number of times in the second half. */
  private static final int AVERAGED = 200;

  private static final double FOREIGN_WORDS = 0.4;
  private static final int MAX_FOREIGN_WORDS = 2;

  /** Share of foreign words that are English. */
  private static final double ENGLISH = 0.75;

  private static final double SUBSETS = 0.5;
  private static final double MIN_SUBSET = 0.15;
  private static final double MAX_SUBSET = 0.5;

  /** Groups with fewer classes are never reduced to a subset. */
  private static final int SUBSET_CLASSES = 8;

  /** Texts of a class from which on it is sampled as often as any other. */
  private static final int LARGE = 40_000;

  private static final double MIN_SAMPLES = 0.08;

  private final List<TrainingTexts> texts;
  private final NgramSelection.Weights model;
  private final float[] weights;
  private final float[] squares;
  private final MeanWeights average;
  private final int[][] rivals;
  private final int english;
  private final Random random;
  private int[] rows = new int[1024];
  private int rowCount;

  private LanguageModelTrainer(
      List<TrainingTexts> texts, NgramSelection.Weights model, Random random) {
    this.texts = texts;
    this.model = model;
    this.weights = model.weights();
    this.squares = new float[weights.length];
    this.average = new MeanWeights(weights.length);
    this.random = random;
    this.rivals =
        texts.stream().map(one -> classesOf(texts, one.scriptGroup())).toArray(int[][]::new);
    Language language = Language.of("en");
    this.english =
        IntStream.range(0, texts.size())
            .filter(number -> texts.get(number).language().equals(language))
            .findFirst()
            .orElse(0);
  }

  private static int[] classesOf(List<TrainingTexts> texts, int scriptGroup) {
    return IntStream.range(0, texts.size())
        .filter(number -> texts.get(number).scriptGroup() == scriptGroup)
        .toArray();
  }

  /**
   * Trains a model.
   *
   * @param texts the texts of all classes
   * @param maxWeights maximum number of weights
   * @param samples number of short texts of each class that has much text
   */
  static LanguageModel train(List<TrainingTexts> texts, int maxWeights, int samples, long seed) {
    Random random = new Random(seed);
    NgramSelection.Weights selected = NgramSelection.select(texts, maxWeights, random);
    LanguageModelTrainer trainer = new LanguageModelTrainer(texts, selected, random);
    trainer.train(samples);
    return trainer.finished();
  }

  private void train(int samples) {
    Arrays.fill(squares, INITIAL_SQUARES);
    List<Integer> classes = new ArrayList<>();
    for (int number = 0; number < texts.size(); number++) {
      if (rivals[number].length > 1) {
        classes.add(number);
      }
    }
    int interval = Math.max(1, samples / AVERAGED);
    for (int round = 0; round < samples; round++) {
      double rate = LEARNING_RATE * (1 - (1 - FINAL_RATE) * round / samples);
      if (2 * round >= samples && round % interval == 0) {
        average.add(weights);
      }
      Collections.shuffle(classes, random);
      for (int number : classes) {
        if (random.nextDouble() < sampling(number)) {
          step(number, (float) rate);
        }
      }
    }
  }

  /** The probability that a class is sampled in a round. */
  private double sampling(int number) {
    return Math.clamp(Math.sqrt((double) texts.get(number).count() / LARGE), MIN_SAMPLES, 1);
  }

  private void step(int correct, float rate) {
    TrainingTexts one = texts.get(correct);
    char[] letters = one.sampleShort(random);
    if (one.scriptGroup() == UScript.LATIN && random.nextDouble() < FOREIGN_WORDS) {
      letters = withForeignWords(letters);
    }
    findRows(letters);
    float[] gradients = gradients(correct, candidates(correct));
    for (int i = 0; i < rowCount; i++) {
      for (int w = model.starts()[rows[i]]; w < model.starts()[rows[i] + 1]; w++) {
        float gradient = gradients[model.classes()[w] & 0xff];
        if (Math.abs(gradient) > MIN_GRADIENT) {
          squares[w] += gradient * gradient;
          weights[w] -= rate * gradient / (float) Math.sqrt(squares[w]);
        }
      }
    }
  }

  private int[] candidates(int correct) {
    int[] all = rivals[correct];
    if (all.length <= SUBSET_CLASSES || random.nextDouble() >= SUBSETS) {
      return all;
    }
    double share = MIN_SUBSET + (MAX_SUBSET - MIN_SUBSET) * random.nextDouble();
    boolean large = random.nextBoolean();
    return Arrays.stream(all)
        .filter(number -> number == correct || isSampled(number, share, large))
        .toArray();
  }

  private boolean isSampled(int number, double share, boolean large) {
    return random.nextDouble() < share && (!large || random.nextDouble() < sampling(number));
  }

  private void findRows(char[] letters) {
    rowCount = 0;
    LetterNgrams.forEach(
        letters,
        0,
        letters.length,
        ngram -> {
          int row = model.ngrams().find(ngram);
          if (row >= 0) {
            if (rowCount == rows.length) {
              rows = Arrays.copyOf(rows, 2 * rowCount);
            }
            rows[rowCount++] = row;
          }
        });
  }

  /** The gradients of the cross-entropy by the logits of all classes, 0 without a candidate. */
  private float[] gradients(int correct, int[] candidates) {
    float[] logits = new float[texts.size()];
    for (int i = 0; i < rowCount; i++) {
      for (int w = model.starts()[rows[i]]; w < model.starts()[rows[i] + 1]; w++) {
        logits[model.classes()[w] & 0xff] += weights[w];
      }
    }
    float[] gradients = new float[texts.size()];
    double best = Arrays.stream(candidates).mapToDouble(c -> logits[c]).max().orElse(0);
    double sum = Arrays.stream(candidates).mapToDouble(c -> Math.exp(logits[c] - best)).sum();
    for (int candidate : candidates) {
      gradients[candidate] = (float) (Math.exp(logits[candidate] - best) / sum);
    }
    gradients[correct] -= 1;
    return gradients;
  }

  private char[] withForeignWords(char[] letters) {
    List<String> words = new ArrayList<>(List.of(new String(letters).strip().split(" ")));
    for (int count = 1 + random.nextInt(MAX_FOREIGN_WORDS); count > 0; count--) {
      words.add(random.nextInt(words.size() + 1), foreignWord());
    }
    return (" " + String.join(" ", words) + " ").toCharArray();
  }

  private String foreignWord() {
    int[] latin = rivals[english];
    int number = random.nextDouble() < ENGLISH ? english : latin[random.nextInt(latin.length)];
    String[] words = new String(texts.get(number).sample(random)).strip().split(" ");
    return words[random.nextInt(words.length)];
  }

  /** The mean of the weights at several times, which varies less than the last ones. */
  private static final class MeanWeights {
    private final double[] sums;
    private int count;

    MeanWeights(int size) {
      sums = new double[size];
    }

    void add(float[] weights) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += weights[i];
      }
      count++;
    }

    double get(int weight) {
      return sums[weight] / count;
    }
  }

  private LanguageModel finished() {
    long count = texts.stream().mapToLong(TrainingTexts::count).sum();
    List<TextClass> classes =
        texts.stream()
            .map(
                one ->
                    new TextClass(one.language(), one.scriptGroup(), (double) one.count() / count))
            .toList();
    byte[] rounded = new byte[weights.length];
    for (int i = 0; i < weights.length; i++) {
      long level = Math.round(average.get(i) * LanguageModel.RESOLUTION);
      rounded[i] = (byte) Math.clamp(level, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    return new LanguageModel(classes, model.ngrams(), model.starts(), model.classes(), rounded);
  }
}
