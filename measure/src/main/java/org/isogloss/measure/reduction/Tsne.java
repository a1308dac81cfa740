// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.SplittableRandom;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * t-distributed stochastic neighbour embedding (van der Maaten and Hinton, "Visualizing data using
 * t-SNE", JMLR 2008): points of the plane such that neighbours of a vector are neighbours of its
 * point. Distances between vectors are Euclidean; for unit vectors they order pairs as cosines do.
 * Only neighbourhoods have a meaning in the map, not distances between clusters or their sizes.
 *
 * <p>The gradient is exact up to {@link TsneOptions#exactLimit}, in {@code O(n^2)} time and memory,
 * and approximated for more vectors by the algorithm of Barnes and Hut with the nearest {@code 3 *
 * perplexity} neighbours of each vector (van der Maaten 2014), which are found by exact search.
 * Initial map, learning rate, exaggeration, momentum and gains are those of scikit-learn 1.2 and
 * later. The initial map is the plane of the first two principal components, scaled to a standard
 * deviation of 1e-4 on the first one, plus Gaussian noise of 1e-6, which separates equal vectors
 * and depends on the seed. The result does not depend on the number of threads.
 */
public final class Tsne {
  private static final int MIN_VECTORS = 4;
  private static final double INITIAL_DEVIATION = 1e-4;
  private static final double NOISE_DEVIATION = 1e-6;
  private static final int PROGRESS_INTERVAL = 50;

  private Tsne() {}

  /** Maps vectors without reports of progress. */
  public static TsneResult map(float[][] vectors, TsneOptions options) {
    return map(vectors, options, TsneListener.NONE);
  }

  /**
   * Maps vectors to points of the plane.
   *
   * @param vectors {@code [n, d]}, from 4 to 4,194,304
   * @throws IsoglossException if there are too few or too many vectors, or if one is not finite
   * @throws IllegalArgumentException if the vectors differ in their dimension
   */
  public static TsneResult map(float[][] vectors, TsneOptions options, TsneListener listener) {
    VectorValidation.require(vectors, MIN_VECTORS, "t-SNE");
    int size = vectors.length;
    if (size > QuadTree.MAX_POINTS) {
      throw new IsoglossException(
          "t-SNE maps at most " + QuadTree.MAX_POINTS + " vectors, found " + size);
    }
    double perplexity = Math.min(options.perplexity(), (size - 1) / 3.0);
    boolean exact = size <= options.exactLimit();
    double[] x = new double[size];
    double[] y = new double[size];
    initialise(vectors, options, x, y);
    try (WorkerPool pool = new WorkerPool("t-SNE", options.threads())) {
      SquaredDistances distances = new SquaredDistances(vectors);
      KlDivergence divergence =
          exact
              ? ExactKlDivergence.of(distances, perplexity, pool)
              : barnesHut(distances, perplexity, options.theta(), pool);
      GradientDescent descent = new GradientDescent(divergence, x, y);
      double value = Double.NaN;
      for (int iteration = 1; iteration <= options.iterations(); iteration++) {
        descent.step(iteration - 1);
        if (iteration % PROGRESS_INTERVAL == 0 || iteration == options.iterations()) {
          value = divergence.value(x, y);
          listener.progress(iteration, options.iterations(), value);
        }
      }
      return new TsneResult(new Points(x, y), value, perplexity, exact);
    }
  }

  private static KlDivergence barnesHut(
      SquaredDistances distances, double perplexity, double theta, WorkerPool pool) {
    int neighbours = Math.min(distances.size() - 1, (int) (3 * perplexity + 1));
    return new BarnesHutKlDivergence(
        SparseProbabilities.of(Neighbours.find(distances, neighbours, pool), perplexity, pool),
        theta,
        pool);
  }

  private static void initialise(float[][] vectors, TsneOptions options, double[] x, double[] y) {
    int components = Math.min(2, vectors[0].length);
    PrincipalComponents pca = PrincipalComponents.of(vectors, components, options.threads());
    double scale =
        pca.variance(0) > 0
            ? INITIAL_DEVIATION / Math.sqrt(pca.variance(0) * (vectors.length - 1) / vectors.length)
            : 0;
    Points plane = pca.points(vectors);
    SplittableRandom random = new SplittableRandom(options.seed());
    for (int i = 0; i < x.length; i++) {
      x[i] = plane.x(i) * scale + random.nextGaussian() * NOISE_DEVIATION;
      y[i] = plane.y(i) * scale + random.nextGaussian() * NOISE_DEVIATION;
    }
  }
}
