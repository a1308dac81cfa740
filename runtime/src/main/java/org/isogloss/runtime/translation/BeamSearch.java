// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Searches for the best translations of a batch of sentences, each independently of the others. At
 * every step the best continuations of a sentence's hypotheses are kept. A continuation by the
 * ending token is a translation if it is among the best ones. The search for a sentence ends when
 * it has as many translations as hypotheses, or when no hypothesis can become better than the best
 * translation. Hypotheses of the maximum length are translations as they are.
 */
final class BeamSearch {
  private final TranslationOptions options;
  private final int begin;
  private final int end;
  private final BitSet excluded;

  /**
   * Creates a search.
   *
   * @param begin the token that begins a translation
   * @param end the token that ends a translation
   * @param excluded tokens that are no part of a translation
   */
  BeamSearch(TranslationOptions options, int begin, int end, BitSet excluded) {
    this.options = options;
    this.begin = begin;
    this.end = end;
    this.excluded = excluded;
  }

  /**
   * Translates a batch.
   *
   * @param decoder a decoder with {@code beam} rows for each sentence
   * @param maxTokens maximum number of tokens of the translation of each sentence, without the
   *     ending token, 1 or more
   * @param vocabulary number of target tokens
   * @return the best translation of each sentence
   */
  List<int[]> search(DecoderSteps decoder, int[] maxTokens, int vocabulary) {
    int beam = options.beam();
    List<Beam> beams = new ArrayList<>();
    for (int max : maxTokens) {
      beams.add(new Beam(max));
    }
    int rows = beams.size() * beam;
    long[] tokens = new long[rows];
    long[] order = new long[rows];
    Arrays.fill(tokens, begin);
    Arrays.setAll(order, row -> row);
    while (beams.stream().anyMatch(Beam::isOpen)) {
      int count = Math.min(vocabulary, candidates(beams));
      DecoderSteps.Candidates candidates = decoder.next(tokens, order, count);
      for (int sentence = 0; sentence < beams.size(); sentence++) {
        int first = sentence * beam;
        if (beams.get(sentence).isOpen()) {
          beams.get(sentence).advance(candidates, first, tokens, order);
        } else {
          // The rows of a finished sentence are computed on, and their result is not read.
          Arrays.fill(tokens, first, first + beam, end);
          for (int row = first; row < first + beam; row++) {
            order[row] = row;
          }
        }
      }
    }
    return beams.stream().map(Beam::best).toList();
  }

  /** Returns how many candidates of a row contain enough that are allowed. */
  private int candidates(List<Beam> beams) {
    int repeating = 0;
    if (options.noRepeat() > 0) {
      for (Beam beam : beams) {
        for (Hypothesis hypothesis : beam.open) {
          repeating = Math.max(repeating, hypothesis.repeating(options.noRepeat()).size());
        }
      }
    }
    return 2 * options.beam() + excluded.cardinality() + repeating;
  }

  /** A continuation of the hypothesis in a row. */
  private record Continuation(int row, int token, double tokenLogProbability, double sum) {}

  /** The hypotheses of one sentence. */
  private final class Beam {
    private final int maxTokens;
    private List<Hypothesis> open = List.of(Hypothesis.EMPTY);
    private Hypothesis best = Hypothesis.EMPTY;
    private double bestScore = Double.NEGATIVE_INFINITY;
    private int translations;

    Beam(int maxTokens) {
      this.maxTokens = maxTokens;
    }

    boolean isOpen() {
      return !open.isEmpty();
    }

    int[] best() {
      return best.tokens();
    }

    /**
     * Replaces the hypotheses with their best continuations.
     *
     * @param first row of the first hypothesis
     * @param tokens receives the last token of each hypothesis
     * @param order receives the row that each hypothesis continues
     */
    void advance(DecoderSteps.Candidates candidates, int first, long[] tokens, long[] order) {
      int beam = options.beam();
      List<Continuation> continuations = continuations(candidates, first);
      List<Hypothesis> next = new ArrayList<>();
      for (int rank = 0; rank < continuations.size() && next.size() < beam; rank++) {
        Continuation continuation = continuations.get(rank);
        Hypothesis continued = open.get(continuation.row);
        if (continuation.token == end) {
          if (rank < beam) {
            // The ending token counts as a token of the translation.
            add(
                new Hypothesis(continued.tokens(), continuation.sum),
                continued.tokens().length + 1);
          }
          continue;
        }
        Hypothesis longer = continued.with(continuation.token, continuation.tokenLogProbability);
        if (longer.tokens().length == maxTokens) {
          add(longer, maxTokens);
          if (translations >= beam) {
            break;
          }
          continue;
        }
        order[first + next.size()] = (long) first + continuation.row;
        tokens[first + next.size()] = continuation.token;
        next.add(longer);
      }
      for (int row = first + next.size(); row < first + beam; row++) {
        order[row] = first;
        tokens[row] = end;
      }
      open = translations >= beam || cannotImprove(next) ? List.of() : List.copyOf(next);
    }

    /** Returns the allowed continuations of all hypotheses, the best ones first. */
    private List<Continuation> continuations(DecoderSteps.Candidates candidates, int first) {
      List<Continuation> all = new ArrayList<>();
      for (int row = 0; row < open.size(); row++) {
        Hypothesis hypothesis = open.get(row);
        Set<Integer> repeating =
            options.noRepeat() > 0 ? hypothesis.repeating(options.noRepeat()) : Set.of();
        long[] tokens = candidates.tokens()[first + row];
        float[] logProbabilities = candidates.logProbabilities()[first + row];
        for (int i = 0; i < tokens.length; i++) {
          int token = (int) tokens[i];
          if (!excluded.get(token) && !repeating.contains(token)) {
            all.add(
                new Continuation(
                    row,
                    token,
                    logProbabilities[i],
                    hypothesis.logProbability() + logProbabilities[i]));
          }
        }
      }
      all.sort(
          Comparator.comparingDouble(Continuation::sum)
              .reversed()
              .thenComparingInt(Continuation::row)
              .thenComparingInt(Continuation::token));
      return all;
    }

    private void add(Hypothesis translation, int tokens) {
      translations++;
      double score = options.score(translation.logProbability(), tokens);
      if (score > bestScore) {
        bestScore = score;
        best = translation;
      }
    }

    /**
     * Returns whether no hypothesis can score more than the best translation: a log-probability can
     * only fall, and the greatest divisor is that of the greatest length.
     */
    private boolean cannotImprove(List<Hypothesis> hypotheses) {
      return hypotheses.stream()
          .allMatch(
              hypothesis -> options.score(hypothesis.logProbability(), maxTokens) <= bestScore);
    }
  }
}
