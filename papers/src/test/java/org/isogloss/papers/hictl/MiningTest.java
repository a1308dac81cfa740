package org.isogloss.papers.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MiningTest {
  private static HiddenPairs hidden(int lines, int most) {
    List<Query> queries = new ArrayList<>();
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      queries.add(new Query("deu/" + i, Language.of("de"), "Satz " + i));
      documents.add(new Document("eng/" + i, Language.of("en"), "", "sentence " + i));
    }
    return HiddenPairs.of(queries, documents, most, 7);
  }

  @Test
  void oneInTenIsAPairAndNoOtherLineStandsOnBothSides() {
    HiddenPairs set = hidden(200, Integer.MAX_VALUE);
    assertThat(set.pairs()).isEqualTo(20);
    assertThat(set.source()).hasSize(110).doesNotHaveDuplicates();
    assertThat(set.target()).hasSize(110).doesNotHaveDuplicates();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < set.source().size(); i++) {
      for (int j = 0; j < set.target().size(); j++) {
        String line = set.source().get(i).replace("Satz ", "");
        boolean same = set.target().get(j).equals("sentence " + line);
        assertThat(set.isPair(i, j)).isEqualTo(same);
        if (same) {
          found.add(line);
        }
      }
    }
    assertThat(found).hasSize(20);
    assertThat(set.mates())
        .as("a place tells nothing")
        .isNotEqualTo(set.mates().stream().sorted().toList());
    assertThat(hidden(200, 50).source()).hasSize(50);
  }

  /** What margin scoring is, written down without a thought of speed. */
  private static double naive(double[][] cosine, int x, int y, int k, PairMiner.Margin margin) {
    List<Double> row = new ArrayList<>();
    List<Double> column = new ArrayList<>();
    for (int j = 0; j < cosine[x].length; j++) {
      row.add(cosine[x][j]);
    }
    for (double[] other : cosine) {
      column.add(other[y]);
    }
    double sum = 0;
    for (List<Double> side : List.of(row, column)) {
      side.sort((a, b) -> Double.compare(b, a));
      sum += side.subList(0, k).stream().mapToDouble(c -> c / (2 * k)).sum();
    }
    return margin == PairMiner.Margin.RATIO ? cosine[x][y] / sum : cosine[x][y] - sum;
  }

  @ParameterizedTest
  @EnumSource
  void scoresAreMarginsAndEachSentenceIsInOnePair(PairMiner.Margin margin) {
    Random random = new Random(3);
    float[][] source = vectors(random, 9);
    float[][] target = vectors(random, 7);
    double[][] cosine = new double[9][7];
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 7; j++) {
        for (int d = 0; d < 5; d++) {
          cosine[i][j] += source[i][d] * target[j][d];
        }
      }
    }
    List<PairMiner.Mined> mined = new ExactMiner(3).mine(source, target, margin);
    assertThat(mined).extracting(PairMiner.Mined::source).doesNotHaveDuplicates();
    assertThat(mined).extracting(PairMiner.Mined::target).doesNotHaveDuplicates();
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 7; j++) {
        greatest = Math.max(greatest, naive(cosine, i, j, 3, margin));
      }
    }
    assertThat(mined.getFirst().score()).isCloseTo(greatest, within(1e-5));
    for (PairMiner.Mined pair : mined) {
      assertThat(pair.score())
          .isCloseTo(naive(cosine, pair.source(), pair.target(), 3, margin), within(1e-5));
    }
    assertThat(mined).isSortedAccordingTo((a, b) -> Double.compare(b.score(), a.score()));
  }

  private static float[][] vectors(Random random, int size) {
    float[][] vectors = new float[size][5];
    for (float[] vector : vectors) {
      double length = 0;
      for (int d = 0; d < vector.length; d++) {
        vector[d] = (float) (1 + random.nextGaussian());
        length += vector[d] * vector[d];
      }
      for (int d = 0; d < vector.length; d++) {
        vector[d] /= (float) Math.sqrt(length);
      }
    }
    return vectors;
  }

  @Test
  void theBestThresholdIsWhereF1IsGreatest() {
    HiddenPairs set = hidden(40, Integer.MAX_VALUE);
    assertThat(set.pairs()).isEqualTo(4);
    List<PairMiner.Mined> mined = new ArrayList<>();
    mined.add(new PairMiner.Mined(0, set.mates().get(0), .9));
    mined.add(new PairMiner.Mined(1, set.mates().get(1), .8));
    mined.add(new PairMiner.Mined(9, 9, .7));
    mined.add(new PairMiner.Mined(2, set.mates().get(2), .6));
    mined.add(new PairMiner.Mined(10, 10, .5));
    BestThreshold best = BestThreshold.of(mined, set);
    assertThat(best.threshold()).isEqualTo(.6);
    assertThat(best.precision()).isEqualTo(.75);
    assertThat(best.recall()).isEqualTo(.75);
    assertThat(best.f1()).isEqualTo(.75);
    assertThat(BestThreshold.of(List.of(), set).f1()).isZero();
  }

  @Test
  void pairsWithTheSameScoreAreTakenTogether() {
    HiddenPairs set = hidden(40, Integer.MAX_VALUE);
    List<PairMiner.Mined> mined =
        List.of(
            new PairMiner.Mined(0, set.mates().get(0), .9),
            new PairMiner.Mined(9, 9, .9),
            new PairMiner.Mined(10, 10, .9));
    BestThreshold best = BestThreshold.of(mined, set);
    assertThat(best.precision()).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(new HashSet<>(set.mates())).hasSize(4);
  }
}
