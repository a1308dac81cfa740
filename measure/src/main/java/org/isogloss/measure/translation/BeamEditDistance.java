// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;

/**
 * Levenshtein distances of hypotheses of the same length to one reference, near the diagonal of the
 * matrix. The rows of the words that a hypothesis has in common with the last one are reused.
 */
final class BeamEditDistance {
  private static final int BEAM_WIDTH = 25;
  private static final int INFINITY = Integer.MAX_VALUE / 2;

  private static final byte KEEP = 0;
  private static final byte REPLACE = 1;
  private static final byte DELETE = 2;
  private static final byte INSERT = 3;

  private final int[] reference;
  private int[][] costs = {};
  private byte[][] edits = {};
  private int[] words = {};
  private boolean anyRow;

  BeamEditDistance(int[] reference) {
    this.reference = reference;
  }

  /** Computes the distance of a hypothesis. */
  int of(int[] hypothesis) {
    int known = anyRow ? Arrays.mismatch(words, hypothesis) : 0;
    if (!anyRow) {
      allocate(hypothesis.length);
    }
    if (known >= 0) {
      words = hypothesis.clone();
      for (int i = known + 1; i <= words.length; i++) {
        fillRow(i);
      }
    }
    return costs[words.length][reference.length];
  }

  private void allocate(int length) {
    costs = new int[length + 1][reference.length + 1];
    edits = new byte[length + 1][reference.length + 1];
    for (int j = 0; j <= reference.length; j++) {
      costs[0][j] = j;
      edits[0][j] = INSERT;
    }
    anyRow = true;
  }

  private void fillRow(int i) {
    double ratio = (double) reference.length / words.length;
    int beam = BEAM_WIDTH < ratio / 2 ? (int) Math.ceil(ratio / 2 + BEAM_WIDTH) : BEAM_WIDTH;
    int diagonal = (int) Math.floor(i * ratio);
    int from = Math.max(0, diagonal - beam);
    int to =
        i == words.length ? reference.length + 1 : Math.min(reference.length + 1, diagonal + beam);
    int[] row = costs[i];
    int[] above = costs[i - 1];
    Arrays.fill(row, INFINITY);
    for (int j = from; j < to; j++) {
      if (j == 0) {
        set(i, j, above[0] + 1, DELETE);
        continue;
      }
      boolean equal = words[i - 1] == reference[j - 1];
      set(i, j, above[j - 1] + (equal ? 0 : 1), equal ? KEEP : REPLACE);
      if (above[j] + 1 < row[j]) {
        set(i, j, above[j] + 1, DELETE);
      }
      if (row[j - 1] + 1 < row[j]) {
        set(i, j, row[j - 1] + 1, INSERT);
      }
    }
  }

  private void set(int i, int j, int cost, byte edit) {
    costs[i][j] = cost;
    edits[i][j] = edit;
  }

  /** The alignment of the last hypothesis. */
  EditAlignment alignment() {
    int[] positions = new int[reference.length];
    int[] hypothesisErrors = new int[words.length + 1];
    int[] referenceErrors = new int[reference.length + 1];
    int i = words.length;
    int j = reference.length;
    while (i > 0 || j > 0) {
      switch (edits[i][j]) {
        case DELETE -> hypothesisErrors[i--]++;
        case INSERT -> {
          positions[j - 1] = i - 1;
          referenceErrors[j--]++;
        }
        default -> {
          int error = edits[i][j] == REPLACE ? 1 : 0;
          positions[j - 1] = i - 1;
          hypothesisErrors[i--] += error;
          referenceErrors[j--] += error;
        }
      }
    }
    Arrays.parallelPrefix(hypothesisErrors, Integer::sum);
    Arrays.parallelPrefix(referenceErrors, Integer::sum);
    return new EditAlignment(positions, hypothesisErrors, referenceErrors);
  }
}
