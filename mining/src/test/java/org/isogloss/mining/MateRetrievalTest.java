// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.isogloss.core.IsoglossException;
import org.isogloss.mining.MateRetrieval.AlignedRanks;
import org.isogloss.mining.MateRetrieval.Mate;
import org.junit.jupiter.api.Test;

class MateRetrievalTest {
  @Test
  void findsTheNearestCandidates() {
    Random random = new Random(11);
    float[][] sentences = vectors(40, random);
    float[][] candidates = vectors(70, random);
    List<List<Mate>> found = MateRetrieval.find(sentences, candidates, 5, 2);
    assertThat(found).hasSize(40);
    for (int i = 0; i < sentences.length; i++) {
      List<Mate> all = new ArrayList<>();
      for (int j = 0; j < candidates.length; j++) {
        double dot = 0;
        for (int k = 0; k < 8; k++) {
          dot += sentences[i][k] * candidates[j][k];
        }
        all.add(new Mate(j, (float) dot));
      }
      all.sort(Comparator.comparingDouble(mate -> -mate.score()));
      assertThat(found.get(i).stream().map(Mate::candidate))
          .containsExactlyElementsOf(all.subList(0, 5).stream().map(Mate::candidate).toList());
      assertThat(found.get(i)).isSortedAccordingTo((a, b) -> Float.compare(b.score(), a.score()));
    }
  }

  @Test
  void breaksTiesByTheOrderOfTheCandidates() {
    float[][] same = {{1, 0}, {1, 0}, {0, 1}, {1, 0}};
    assertThat(MateRetrieval.find(new float[][] {{1, 0}}, same, 2, 1).getFirst())
        .containsExactly(new Mate(0, 1), new Mate(1, 1));
  }

  @Test
  void returnsFewerMatesIfThereAreFewerCandidates() {
    assertThat(MateRetrieval.find(new float[][] {{1, 0}}, new float[][] {{0, 1}}, 5, 1).getFirst())
        .hasSize(1);
    assertThat(MateRetrieval.find(new float[][] {{1, 0}}, new float[0][], 5, 1).getFirst())
        .isEmpty();
    assertThat(MateRetrieval.find(new float[0][], new float[][] {{0, 1}}, 5, 1)).isEmpty();
  }

  @Test
  void rejectsDifferentDimensions() {
    assertThatThrownBy(() -> MateRetrieval.find(new float[1][2], new float[1][3], 1, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContainingAll("2 dimensions", "3");
  }

  @Test
  void ignoresZeroVectors() {
    float[][] sentences = {{0, 0}, {-1, 0}};
    float[][] candidates = {{0, 0}, {1, 0}};
    assertThat(MateRetrieval.find(sentences, candidates, 2, 1))
        .containsExactly(List.of(), List.of(new Mate(1, -1)));
  }

  @Test
  void resultDoesNotDependOnTheNumberOfThreads() {
    float[][] sentences = vectors(300, new Random(12));
    List<List<Mate>> byOne = MateRetrieval.find(sentences, sentences, 3, 1);
    long before = ForkJoinPool.commonPool().getStealCount();
    assertThat(MateRetrieval.find(sentences, sentences, 3, 4)).isEqualTo(byOne);
    assertThat(ForkJoinPool.commonPool().getStealCount()).isEqualTo(before);
    assertThatThrownBy(() -> MateRetrieval.find(sentences, sentences, 3, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threads is 0");
  }

  /** Scores of a matrix, in blocks of three candidates. */
  private record MatrixScores(float[][] matrix, Set<Integer> blank) implements PairwiseScores {
    MatrixScores(float[][] matrix) {
      this(matrix, Set.of());
    }

    @Override
    public int sentenceCount() {
      return matrix.length;
    }

    @Override
    public int candidateCount() {
      return matrix[0].length;
    }

    @Override
    public boolean sentenceHasContent(int sentence) {
      return !blank.contains(sentence);
    }

    @Override
    public boolean candidateHasContent(int candidate) {
      return !blank.contains(candidate);
    }

    @Override
    public float score(int sentence, int candidate) {
      return matrix[sentence][candidate];
    }

    @Override
    public Block block(int first, int threads) {
      int end = Math.min(first + 3, candidateCount());
      return new Block() {
        @Override
        public int size() {
          return end - first;
        }

        @Override
        public float[] scores(int sentence) {
          return Arrays.copyOfRange(matrix[sentence], first, end);
        }
      };
    }
  }

  @Test
  void findsMatesInAllBlocks() {
    PairwiseScores scores = new MatrixScores(new float[][] {{2, 0, 5, 1, 5, 3, 0, 4}});
    assertThat(MateRetrieval.find(scores, 4, 2, MateListener.NONE).getFirst())
        .containsExactly(new Mate(2, 5), new Mate(4, 5), new Mate(7, 4), new Mate(5, 3));
  }

  @Test
  void ranksTranslationsInBothDirections() {
    PairwiseScores scores =
        new MatrixScores(
            new float[][] {
              {5, 0, 5, 5, 1},
              {6, 4, 4, 4, 1},
              {5, 7, 9, 8, 1},
              {5, 2, 3, 2, 1},
              {0, 0, 0, 0, 0},
            });
    AlignedRanks ranks = MateRetrieval.ranks(scores, 2, MateListener.NONE);
    assertThat(ranks.candidates())
        .as("equal scores in the order of the candidates")
        .containsExactly(1, 2, 1, 4, 5);
    assertThat(ranks.sentences())
        .as("equal scores in the order of the sentences")
        .containsExactly(2, 2, 1, 4, 5);
  }

  @Test
  void ranksOnlyListsOfEqualLengthAndNumbers() {
    assertThatThrownBy(
            () -> MateRetrieval.ranks(new MatrixScores(new float[2][3]), 1, MateListener.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 sentences, but 3 candidates");
    PairwiseScores damaged = new MatrixScores(new float[][] {{1, 0}, {0, Float.NaN}});
    assertThatThrownBy(() -> MateRetrieval.ranks(damaged, 1, MateListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the score of line 2 and its translation is not a number");
  }

  @Test
  void reportsProgress() {
    List<Long> reported = Collections.synchronizedList(new ArrayList<>());
    MateRetrieval.find(
        new MatrixScores(new float[2][7]),
        1,
        2,
        (pairs, total) -> {
          reported.add(pairs);
          assertThat(total).isEqualTo(14);
        });
    assertThat(reported).containsExactlyInAnyOrder(3L, 6L, 9L, 12L, 13L, 14L);
  }

  @Test
  void endsIfTheCallerIsInterrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> MateRetrieval.find(new float[9][2], new float[9][2], 1, 1))
          .isInstanceOf(IsoglossException.class)
          .hasMessage("the search for mates was interrupted");
    } finally {
      assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    }
  }

  private static float[][] vectors(int count, Random random) {
    float[][] vectors = new float[count][8];
    for (float[] vector : vectors) {
      for (int k = 0; k < 8; k++) {
        vector[k] = (float) random.nextGaussian();
      }
    }
    return vectors;
  }

  @Test
  void ranksNoLinesWithoutContent() {
    PairwiseScores scores =
        new MatrixScores(new float[][] {{0, 0, 0}, {0, -1, -4}, {0, -3, -2}}, Set.of(0));
    AlignedRanks ranks = MateRetrieval.ranks(scores, 2, MateListener.NONE);
    assertThat(ranks.candidates()).containsExactly(1, 1);
    assertThat(ranks.sentences()).containsExactly(1, 1);
  }
}
