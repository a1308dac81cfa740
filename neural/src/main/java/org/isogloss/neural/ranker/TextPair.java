// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.text.Encoding;

/** Two texts with the same meaning, in most cases translations of each other. */
public record TextPair(Side left, Side right) {
  /**
   * One of the two texts.
   *
   * @param text the tokenised text
   * @param textKey key that is equal for equal texts of this side
   * @param teacherInput input of the teacher, if there is one; the same object on both sides if the
   *     teacher reads the same text for both
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
   * @param key key that is equal for equal texts
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

  /** Returns a pair without input for a teacher. */
  public static TextPair of(Encoding left, Encoding right, int leftKey, int rightKey) {
    return new TextPair(
        new Side(left, leftKey, Optional.empty()), new Side(right, rightKey, Optional.empty()));
  }

  /** Returns the number of tokens of the longer text. */
  public int maxLength() {
    return Math.max(left.text().size(), right.text().size());
  }
}
