package org.isogloss.mining.neighbour;

import java.util.Arrays;

/**
 * Vectors divided by the nearest of some centres.
 *
 * @param centroids the means of those around them (k-means on the sphere), of unit length
 * @param invertedLists numbers of the vectors, a group for each centre
 * @param threads how many share the work
 */
record IvfIndex(Int8Vectors centroids, InvertedLists invertedLists, int threads) {
  /**
   * So many of the nearest cells a sentence is looked for in; performance/README.md has what it
   * finds.
   */
  private static final int PROBED_LISTS = 128;

  /** Of about so many vectors a centre is the mean. */
  private static final int SAMPLES_PER_CENTROID = 32;

  private static final int MAX_SAMPLE_SIZE = 1 << 18;
  private static final int KMEANS_ITERATIONS = 8;

  /** Members of groups, those of a group side by side, in their order. */
  record InvertedLists(int[] vectorIds, int[] offsets) {
    /**
     * Puts every list into the groups that are its candidates.
     *
     * @param listCount how many there are
     * @param first the number of the first list as a member
     */
    static InvertedLists of(TopKLists lists, int listCount, int first) {
      int[] starts = new int[listCount + 1];
      for (int group : lists.candidates()) {
        starts[group + 1]++;
      }
      Arrays.parallelPrefix(starts, Integer::sum);
      int[] next = starts.clone();
      int[] members = new int[starts[listCount]];
      for (int i = 0; i < members.length; i++) {
        members[next[lists.candidates()[i]]++] = first + i / lists.depth();
      }
      return new InvertedLists(members, starts);
    }

    BlockComparison.VectorIds list(int group) {
      return new BlockComparison.VectorIds(vectorIds, offsets[group], offsets[group + 1]);
    }
  }

  /**
   * Divides.
   *
   * @param vectors one or more
   */
  static IvfIndex of(Int8Vectors vectors, int threads) {
    // A quarter of those that make looking for cells as dear as looking into them: large blocks
    // are multiplied faster.
    double wanted = Math.sqrt((double) vectors.size() * PROBED_LISTS) / 4;
    int count = Math.clamp((long) wanted, 1, vectors.size());
    Int8Vectors centres = centroids(vectors, count, threads);
    TopKLists own =
        BidirectionalNeighbours.findExact(vectors, centres, 1, threads).forward().lists();
    return new IvfIndex(centres, InvertedLists.of(own, count, 0), threads);
  }

  private static Int8Vectors centroids(Int8Vectors vectors, int count, int threads) {
    int size =
        Math.clamp((long) SAMPLES_PER_CENTROID * count, count, Math.max(count, MAX_SAMPLE_SIZE));
    Int8Vectors sample = vectors.sample(Math.min(size, vectors.size()));
    Int8Vectors centres = sample.sample(count);
    for (int round = 0; round < KMEANS_ITERATIONS; round++) {
      TopKLists own =
          BidirectionalNeighbours.findExact(sample, centres, 1, threads).forward().lists();
      centres = means(sample, InvertedLists.of(own, count, 0), centres);
    }
    return centres;
  }

  /** The mean of each group, of unit length; where a group has no members its former centre. */
  private static Int8Vectors means(Int8Vectors vectors, InvertedLists groups, Int8Vectors before) {
    float[][] means = new float[before.size()][vectors.dimension()];
    byte[] row = new byte[vectors.dimension()];
    for (int group = 0; group < means.length; group++) {
      BlockComparison.VectorIds members = groups.list(group);
      for (int i = 0; i < Math.max(members.count(), 1); i++) {
        if (members.count() == 0) {
          before.row(group, row, 0);
        } else {
          vectors.row(members.at(i), row, 0);
        }
        for (int d = 0; d < row.length; d++) {
          means[group][d] += row[d];
        }
      }
      normalize(means[group]);
    }
    return Int8Vectors.of(means);
  }

  private static void normalize(float[] vector) {
    double squares = 0;
    for (float component : vector) {
      squares += component * component;
    }
    for (int d = 0; d < vector.length && squares > 0; d++) {
      vector[d] /= (float) Math.sqrt(squares);
    }
  }

  int count() {
    return centroids.size();
  }

  /**
   * The cells that are nearest to each of other vectors, as groups of these.
   *
   * @param first the number of the first of them
   */
  InvertedLists probe(Int8Vectors others, int first) {
    int probes = Math.min(PROBED_LISTS, count());
    TopKLists nearest =
        BidirectionalNeighbours.findExact(others, centroids, probes, threads).forward().lists();
    return InvertedLists.of(nearest, count(), first);
  }
}
