// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The unit vectors of pairs.
 *
 * @param sides both sides in the same order; or, if only some texts of the pairs are encoded, all
 *     of these as one side
 */
record PairVectors(List<Side> sides) {
  PairVectors {
    sides = List.copyOf(sides);
  }

  /** Returns the left texts of pairs of which both are encoded. */
  Side left() {
    return sides.get(0);
  }

  /** Returns the right texts of pairs of which both are encoded. */
  Side right() {
    return sides.get(1);
  }

  /**
   * The vectors of one side.
   *
   * @param vectors {@code [n, dimension]}
   * @param keys int64 {@code [n]}, equal for equal texts
   * @param teacherOutput the teacher's vectors of the texts, if there is a teacher
   */
  record Side(Tensor vectors, Tensor keys, Optional<TeacherOutput> teacherOutput) {
    /** Returns the teacher's vectors, which must be present. */
    TeacherOutput requireTeacherOutput() {
      return teacherOutput.orElseThrow();
    }
  }

  /**
   * A teacher's vectors.
   *
   * @param vectors {@code [n, dimension of the teacher]}, without gradients
   * @param keys int64 {@code [n]}, equal if the teacher read equal texts
   */
  record TeacherOutput(Tensor vectors, Tensor keys) {}
}
