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
   * @param key equal for equal texts of this side
   * @param shown what a teacher reads of it, where there is one; the same object on both sides
   *     where they say the same
   */
  public record Side(Encoding text, int key, Optional<Shown> shown) {
    public Side {
      requireNonNull(text, "text is null");
      requireNonNull(shown, "shown is null");
    }
  }

  /**
   * What a teacher reads.
   *
   * @param key equal for equal texts
   */
  public record Shown(Encoding text, int key) {
    public Shown {
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
  public int length() {
    return Math.max(left.text().size(), right.text().size());
  }
}
