// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.text.Encoding;

/** Two texts that belong together, usually translations. */
public record TextPair(Side left, Side right) {
  /**
   * One of the two.
   *
   * @param text its tokens
   * @param textKey equal for equal texts of this side
   * @param teacherInput input of a teacher, if there is one; the same object on both sides if they
   *     are equal
   */
  public record Side(Encoding text, int textKey, Optional<TeacherInput> teacherInput) {
    public Side {
      requireNonNull(text, "text is null");
      requireNonNull(teacherInput, "teacherInput is null");
    }
  }

  /**
   * The input of a teacher.
   *
   * @param key equal for equal texts
   */
  public record TeacherInput(Encoding text, int key) {
    public TeacherInput {
      requireNonNull(text, "text is null");
    }
  }

  public TextPair {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
  }

  /** Returns a pair without a teacher's input. */
  public static TextPair of(Encoding left, Encoding right, int leftKey, int rightKey) {
    return new TextPair(
        new Side(left, leftKey, Optional.empty()), new Side(right, rightKey, Optional.empty()));
  }

  /** Returns the length of the longer side. */
  public int maxLength() {
    return Math.max(left.text().size(), right.text().size());
  }
}
