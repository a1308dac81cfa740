package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Margin scoring over all pairs of sentences (Artetxe and Schwenk 2019, section 3): the candidates
 * are each sentence's best of the other side, from both sides; the surest is taken first.
 *
 * @param neighbours whose mean cosine is the margin's measure; the paper has 4
 */
record ExactMiner(int neighbours) implements PairMiner {
  @Override
  public List<Mined> mine(float[][] source, float[][] target, Margin margin) {
    float[][] cosines =
        Arrays.stream(source)
            .parallel()
            .map(vector -> products(vector, target))
            .toArray(float[][]::new);
    float[][] turned = turned(cosines, target.length);
    double[] ofSource = Arrays.stream(cosines).mapToDouble(this::nearest).toArray();
    double[] ofTarget = Arrays.stream(turned).mapToDouble(this::nearest).toArray();
    List<Mined> candidates = new ArrayList<>();
    for (int i = 0; i < source.length; i++) {
      int x = i;
      IntStream.range(0, target.length)
          .mapToObj(y -> scored(cosines, ofSource, ofTarget, x, y, margin))
          .max(Comparator.comparingDouble(Mined::score))
          .ifPresent(candidates::add);
    }
    for (int j = 0; j < target.length; j++) {
      int y = j;
      IntStream.range(0, source.length)
          .mapToObj(x -> scored(cosines, ofSource, ofTarget, x, y, margin))
          .max(Comparator.comparingDouble(Mined::score))
          .ifPresent(candidates::add);
    }
    candidates.sort(Comparator.comparingDouble(Mined::score).reversed());
    boolean[] sourceTaken = new boolean[source.length];
    boolean[] targetTaken = new boolean[target.length];
    List<Mined> mined = new ArrayList<>();
    for (Mined pair : candidates) {
      if (!sourceTaken[pair.source()] && !targetTaken[pair.target()]) {
        sourceTaken[pair.source()] = true;
        targetTaken[pair.target()] = true;
        mined.add(pair);
      }
    }
    return mined;
  }

  private static Mined scored(
      float[][] cosines, double[] ofSource, double[] ofTarget, int x, int y, Margin margin) {
    double cosine = cosines[x][y];
    double usual = (ofSource[x] + ofTarget[y]) / 2;
    return new Mined(
        x,
        y,
        switch (margin) {
          case RATIO -> cosine / usual;
          case DISTANCE -> cosine - usual;
        });
  }

  /** The mean of the greatest. */
  private double nearest(float[] cosines) {
    float[] sorted = cosines.clone();
    Arrays.sort(sorted);
    return IntStream.range(Math.max(0, sorted.length - neighbours), sorted.length)
        .mapToDouble(i -> sorted[i])
        .average()
        .orElse(0);
  }

  private static float[] products(float[] vector, float[][] others) {
    float[] products = new float[others.length];
    for (int i = 0; i < products.length; i++) {
      float sum = 0;
      for (int d = 0; d < vector.length; d++) {
        sum += vector[d] * others[i][d];
      }
      products[i] = sum;
    }
    return products;
  }

  private static float[][] turned(float[][] matrix, int columns) {
    float[][] turned = new float[columns][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < columns; j++) {
        turned[j][i] = matrix[i][j];
      }
    }
    return turned;
  }
}
