package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.text.Encoding;

/** Two texts that belong together, in most cases a translation of each other. */
public record TextPair(Side left, Side right) {
  /**
   * One of the two.
   *
   * @param text cut into pieces
   * @param textKey equal for equal texts of this side
   * @param teacherInput what a teacher reads of it, where there is one; the same object on both
   *     sides where they say the same
   */
  public record Side(Encoding text, int textKey, Optional<TeacherInput> teacherInput) {
    public Side {
      requireNonNull(text, "text is null");
      requireNonNull(teacherInput, "shown is null");
    }
  }

  /**
   * What a teacher reads.
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

  /** A pair that no teacher reads. */
  public static TextPair of(Encoding left, Encoding right, int leftKey, int rightKey) {
    return new TextPair(
        new Side(left, leftKey, Optional.empty()), new Side(right, rightKey, Optional.empty()));
  }

  /** The longer side's. */
  public int maxLength() {
    return Math.max(left.text().size(), right.text().size());
  }
}
