package org.isogloss.neural.biencoder;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** The vectors of pairs, all of unit length, in the same order on both sides. */
record PairVectors(Side left, Side right) {
  /**
   * One side's.
   *
   * @param vectors {@code [n, dimension]}
   * @param keys int64 {@code [n]}, equal for equal texts
   * @param teacherOutput what a teacher gives for them, where there is one
   */
  record Side(Tensor vectors, Tensor keys, Optional<TeacherOutput> teacherOutput) {
    /** The teacher's, where there must be one. */
    TeacherOutput requireTeacherOutput() {
      return teacherOutput.orElseThrow();
    }
  }

  /**
   * A teacher's vectors.
   *
   * @param vectors {@code [n, the teacher's dimension]}, through which no gradient flows
   * @param keys int64 {@code [n]}, equal where it read equal texts
   */
  record TeacherOutput(Tensor vectors, Tensor keys) {}
}
