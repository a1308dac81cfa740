// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Compares beam search with an exhaustive search on a decoder of random probabilities, which depend
 * on the sentence and on all tokens so far.
 */
class BeamSearchTest {
  private static final int BEGIN = 0;
  private static final int END = 1;
  private static final int VOCABULARY = 5;
  private static final int MAX_TOKENS = 4;

  /** More than the hypotheses of any length. */
  private static final int WHOLE_BEAM = 400;

  private static final BitSet EXCLUDED = BitSet.valueOf(new long[] {1 << BEGIN});

  /** A decoder of random probabilities. */
  private static final class RandomDecoder implements DecoderSteps {
    private final long[] seeds;
    private final int beam;
    private List<List<Long>> histories;

    RandomDecoder(int beam, long... seeds) {
      this.beam = beam;
      this.seeds = seeds;
      this.histories = Collections.nCopies(beam * seeds.length, List.of());
    }

    @Override
    public Candidates next(long[] tokens, long[] order, int count) {
      List<List<Long>> continued = new ArrayList<>();
      long[][] best = new long[tokens.length][];
      float[][] logProbabilities = new float[tokens.length][];
      for (int row = 0; row < tokens.length; row++) {
        List<Long> history = new ArrayList<>(histories.get((int) order[row]));
        history.add(tokens[row]);
        continued.add(history);
        float[] all = logProbabilities(seeds[row / beam], history);
        best[row] =
            IntStream.range(0, VOCABULARY)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> all[i]).reversed())
                .limit(count)
                .mapToLong(Integer::longValue)
                .toArray();
        logProbabilities[row] = new float[best[row].length];
        for (int i = 0; i < best[row].length; i++) {
          logProbabilities[row][i] = all[(int) best[row][i]];
        }
      }
      histories = continued;
      return new Candidates(best, logProbabilities);
    }
  }

  private static float[] logProbabilities(long seed, List<Long> history) {
    Random random = new Random(seed * 31 + history.hashCode());
    double[] weights = new double[VOCABULARY];
    Arrays.setAll(weights, i -> Math.exp(2 * random.nextGaussian()));
    double total = Arrays.stream(weights).sum();
    float[] logProbabilities = new float[VOCABULARY];
    for (int i = 0; i < VOCABULARY; i++) {
      logProbabilities[i] = (float) Math.log(weights[i] / total);
    }
    return logProbabilities;
  }

  private static List<int[]> search(TranslationOptions options, long... seeds) {
    int[] maxTokens = new int[seeds.length];
    Arrays.fill(maxTokens, MAX_TOKENS);
    return new BeamSearch(options, BEGIN, END, EXCLUDED)
        .search(new RandomDecoder(options.beam(), seeds), maxTokens, VOCABULARY);
  }

  /** Tries all translations. */
  private static final class ExhaustiveSearch {
    private final TranslationOptions options;
    private final long seed;
    private double bestScore = Double.NEGATIVE_INFINITY;
    private List<Integer> best = List.of();

    ExhaustiveSearch(TranslationOptions options, long seed) {
      this.options = options;
      this.seed = seed;
      extend(List.of(), 0);
    }

    private void extend(List<Integer> tokens, double logProbability) {
      if (tokens.size() == MAX_TOKENS) {
        consider(tokens, logProbability, MAX_TOKENS);
        return;
      }
      List<Long> history = new ArrayList<>(List.of((long) BEGIN));
      tokens.forEach(token -> history.add((long) token));
      float[] next = logProbabilities(seed, history);
      consider(tokens, logProbability + next[END], tokens.size() + 1);
      for (int token = END + 1; token < VOCABULARY; token++) {
        List<Integer> longer = new ArrayList<>(tokens);
        longer.add(token);
        if (options.noRepeat() == 0 || !repeats(longer, options.noRepeat())) {
          extend(longer, logProbability + next[token]);
        }
      }
    }

    private void consider(List<Integer> tokens, double logProbability, int length) {
      double score = options.score(logProbability, length);
      if (score > bestScore) {
        bestScore = score;
        best = tokens;
      }
    }

    int[] best() {
      return best.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  private static boolean repeats(List<Integer> tokens, int n) {
    Set<List<Integer>> seen = new HashSet<>();
    for (int i = 0; i + n <= tokens.size(); i++) {
      if (!seen.add(tokens.subList(i, i + n))) {
        return true;
      }
    }
    return false;
  }

  @RepeatedTest(30)
  void aBeamOfAllHypothesesFindsTheBestTranslation(RepetitionInfo info) {
    long seed = info.getCurrentRepetition();
    for (double lengthPenalty : new double[] {0, 0.6, 2}) {
      TranslationOptions options =
          TranslationOptions.defaults().withBeam(WHOLE_BEAM).withLengthPenalty(lengthPenalty);
      assertThat(search(options, seed).getFirst())
          .isEqualTo(new ExhaustiveSearch(options, seed).best());
    }
  }

  @RepeatedTest(30)
  void blocksRepeatedNgrams(RepetitionInfo info) {
    long seed = info.getCurrentRepetition();
    for (int n : new int[] {1, 2}) {
      TranslationOptions options =
          TranslationOptions.defaults().withBeam(WHOLE_BEAM).withNoRepeat(n);
      assertThat(search(options, seed).getFirst())
          .isEqualTo(new ExhaustiveSearch(options, seed).best());
      int[] narrow = search(options.withBeam(2), seed).getFirst();
      assertThat(repeats(Arrays.stream(narrow).boxed().toList(), n)).isFalse();
    }
  }

  @RepeatedTest(30)
  void aBeamOfOneTakesTheMostProbableToken(RepetitionInfo info) {
    long seed = info.getCurrentRepetition();
    List<Long> history = new ArrayList<>(List.of((long) BEGIN));
    List<Integer> greedy = new ArrayList<>();
    while (greedy.size() < MAX_TOKENS) {
      float[] next = logProbabilities(seed, history);
      int token =
          IntStream.range(END, VOCABULARY)
              .boxed()
              .max(Comparator.comparingDouble((Integer i) -> next[i]))
              .orElseThrow();
      if (token == END) {
        break;
      }
      greedy.add(token);
      history.add((long) token);
    }
    assertThat(search(TranslationOptions.defaults().withBeam(1), seed).getFirst())
        .isEqualTo(greedy.stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void sentencesOfABatchDoNotChangeEachOther() {
    TranslationOptions options = TranslationOptions.defaults().withBeam(3);
    long[] seeds = {1, 2, 3, 4, 5, 6, 7, 8};
    List<int[]> together = search(options, seeds);
    for (int i = 0; i < seeds.length; i++) {
      assertThat(together.get(i)).isEqualTo(search(options, seeds[i]).getFirst());
    }
  }

  @Test
  void findsTokensThatWouldRepeatAnNgram() {
    Hypothesis hypothesis = new Hypothesis(new int[] {2, 3, 4, 2, 3}, 0);
    assertThat(hypothesis.repeating(3)).containsExactly(4);
    assertThat(hypothesis.repeating(2)).containsExactly(4);
    assertThat(hypothesis.repeating(1)).containsExactlyInAnyOrder(2, 3, 4);
    assertThat(hypothesis.repeating(6)).isEmpty();
  }
}
