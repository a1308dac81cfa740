package org.isogloss.neural.ranker;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The vectors of pairs, all of unit length.
 *
 * @param left {@code [n, dimension]}
 * @param right of what says the same, {@code [n, dimension]}
 * @param leftKeys int64 {@code [n]}, equal for equal left texts
 * @param rightKeys the same for right ones
 * @param shown what a teacher gives for the pairs, where there is one
 */
record PairVectors(
    Tensor left, Tensor right, Tensor leftKeys, Tensor rightKeys, Optional<Shown> shown) {
  /**
   * A teacher's vectors.
   *
   * @param vectors {@code [n, the teacher's dimension]}, through which no gradient flows
   * @param keys int64 {@code [n]}, equal where it read equal texts
   */
  record Shown(Tensor vectors, Tensor keys) {}
}
