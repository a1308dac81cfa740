package org.isogloss.text;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * How a model wants its texts framed: {@code [CLS] a [SEP]} and {@code [CLS] a [SEP] b [SEP]} for
 * BERT, {@code <s> a </s>} and {@code <s> a </s></s> b </s>} for XLM-R.
 *
 * @param before ids ahead of the first text
 * @param between ids between two texts
 * @param after ids behind the last text
 * @param secondType segment of the second text and of the ids behind it; all else has segment 0
 * @param unknown id of the piece for what the vocabulary cannot write
 * @param padding id that fills a batch up to its longest text
 */
public record SpecialTokens(
    int[] before, int[] between, int[] after, int secondType, int unknown, int padding) {

  /** Frames one text; cuts its end to keep to {@code maxLength}. */
  public Encoding around(Pieces text, int maxLength) {
    int room = room(maxLength, before.length + after.length);
    var frame = new Frame(before.length + Math.min(room, text.size()) + after.length);
    frame.special(before, 0);
    frame.text(text, room, Encoding.FIRST, 0);
    frame.special(after, 0);
    return frame.encoding();
  }

  /**
   * Frames two texts. If they are too long together, the shorter keeps all it has as long as that
   * is no more than half of the room; two that are both longer share it, the second taking the odd
   * place unless it is the shorter.
   */
  public Encoding around(Pieces first, Pieces second, int maxLength) {
    int room = room(maxLength, before.length + between.length + after.length);
    boolean swapped = first.size() > second.size();
    int shorter = Math.min(first.size(), second.size());
    int longer = Math.max(first.size(), second.size());
    if (shorter + longer > room) {
      shorter = Math.min(shorter, room / 2);
      longer = room - shorter;
    }
    int keptFirst = swapped ? longer : shorter;
    int keptSecond = swapped ? shorter : longer;
    var frame = new Frame(before.length + keptFirst + between.length + keptSecond + after.length);
    frame.special(before, 0);
    frame.text(first, keptFirst, Encoding.FIRST, 0);
    frame.special(between, 0);
    frame.text(second, keptSecond, Encoding.SECOND, secondType);
    frame.special(after, secondType);
    return frame.encoding();
  }

  private static int room(int maxLength, int taken) {
    if (maxLength < taken) {
      throw new IsoglossException(
          "maximum length "
              + maxLength
              + " leaves no room for text: the special tokens alone take "
              + taken);
    }
    return maxLength - taken;
  }

  /** The arrays of an encoding, filled from the left. */
  private static final class Frame {
    private final int[] ids;
    private final int[] typeIds;
    private final int[] sources;
    private final int[] starts;
    private final int[] ends;
    private int at;

    Frame(int size) {
      ids = new int[size];
      typeIds = new int[size];
      sources = new int[size];
      starts = new int[size];
      ends = new int[size];
    }

    void special(int[] tokens, int type) {
      System.arraycopy(tokens, 0, ids, at, tokens.length);
      Arrays.fill(typeIds, at, at + tokens.length, type);
      Arrays.fill(sources, at, at + tokens.length, Encoding.SPECIAL);
      at += tokens.length;
    }

    void text(Pieces text, int most, int source, int type) {
      int kept = Math.min(most, text.size());
      System.arraycopy(text.ids(), 0, ids, at, kept);
      System.arraycopy(text.starts(), 0, starts, at, kept);
      System.arraycopy(text.ends(), 0, ends, at, kept);
      Arrays.fill(typeIds, at, at + kept, type);
      Arrays.fill(sources, at, at + kept, source);
      at += kept;
    }

    Encoding encoding() {
      return new Encoding(ids, typeIds, sources, starts, ends);
    }
  }
}
