package org.isogloss.search.mining;

import java.util.Arrays;

/**
 * Vectors divided by the nearest of some centres.
 *
 * @param centres the means of those around them (k-means on the sphere), of unit length
 * @param members numbers of the vectors, a group for each centre
 * @param threads how many share the work
 */
record Cells(ByteVectors centres, Groups members, int threads) {
  /**
   * So many of the nearest cells a sentence is looked for in; bench/README.md has what it finds.
   */
  private static final int PROBES = 128;

  /** Of about so many vectors a centre is the mean. */
  private static final int SAMPLE = 32;

  private static final int LARGEST_SAMPLE = 1 << 18;
  private static final int ROUNDS = 8;

  /** Members of groups, those of a group side by side, in their order. */
  record Groups(int[] members, int[] starts) {
    /**
     * Puts every list into the groups that are its candidates.
     *
     * @param groups how many there are
     * @param first the number of the first list as a member
     */
    static Groups of(TopLists lists, int groups, int first) {
      int[] starts = new int[groups + 1];
      for (int group : lists.candidates()) {
        starts[group + 1]++;
      }
      Arrays.parallelPrefix(starts, Integer::sum);
      int[] next = starts.clone();
      int[] members = new int[starts[groups]];
      for (int i = 0; i < members.length; i++) {
        members[next[lists.candidates()[i]]++] = first + i / lists.depth();
      }
      return new Groups(members, starts);
    }

    BlockComparison.Numbers group(int group) {
      return new BlockComparison.Numbers(members, starts[group], starts[group + 1]);
    }
  }

  /**
   * Divides.
   *
   * @param vectors one or more
   */
  static Cells of(ByteVectors vectors, int threads) {
    // A quarter of those that make looking for cells as dear as looking into them: large blocks
    // are multiplied faster.
    double wanted = Math.sqrt((double) vectors.size() * PROBES) / 4;
    int count = Math.clamp((long) wanted, 1, vectors.size());
    ByteVectors centres = centres(vectors, count, threads);
    TopLists own = MutualNeighbours.find(vectors, centres, 1, threads).forward().lists();
    return new Cells(centres, Groups.of(own, count, 0), threads);
  }

  private static ByteVectors centres(ByteVectors vectors, int count, int threads) {
    int size = Math.clamp((long) SAMPLE * count, count, Math.max(count, LARGEST_SAMPLE));
    ByteVectors sample = vectors.sample(Math.min(size, vectors.size()));
    ByteVectors centres = sample.sample(count);
    for (int round = 0; round < ROUNDS; round++) {
      TopLists own = MutualNeighbours.find(sample, centres, 1, threads).forward().lists();
      centres = means(sample, Groups.of(own, count, 0), centres);
    }
    return centres;
  }

  /** The mean of each group, of unit length; where a group has no members its former centre. */
  private static ByteVectors means(ByteVectors vectors, Groups groups, ByteVectors before) {
    float[][] means = new float[before.size()][vectors.dimension()];
    byte[] row = new byte[vectors.dimension()];
    for (int group = 0; group < means.length; group++) {
      BlockComparison.Numbers members = groups.group(group);
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
    return ByteVectors.of(means);
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
    return centres.size();
  }

  /**
   * The cells that are nearest to each of other vectors, as groups of these.
   *
   * @param first the number of the first of them
   */
  Groups probedBy(ByteVectors others, int first) {
    int probes = Math.min(PROBES, count());
    TopLists nearest = MutualNeighbours.find(others, centres, probes, threads).forward().lists();
    return Groups.of(nearest, count(), first);
  }
}
