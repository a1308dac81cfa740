package org.isogloss.text;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * How a model wants its texts framed: {@code [CLS] a [SEP]} and {@code [CLS] a [SEP] b [SEP]} for
 * BERT, {@code <s> a </s>} and {@code <s> a </s></s> b </s>} for XLM-R.
 *
 * @param prefix ids ahead of the first text
 * @param separator ids between two texts
 * @param suffix ids behind the last text
 * @param secondTypeId segment of the second text and of the ids behind it; all else has segment 0
 * @param unknownId id of the piece for what the vocabulary cannot write
 * @param paddingId id that fills a batch up to its longest text
 */
public record SpecialTokens(
    int[] prefix, int[] separator, int[] suffix, int secondTypeId, int unknownId, int paddingId) {

  /** Frames one text; cuts its end to keep to {@code maxLength}. */
  public Encoding addTo(TokenizedText text, int maxLength) {
    int room = room(maxLength, prefix.length + suffix.length);
    var frame = new Frame(prefix.length + Math.min(room, text.size()) + suffix.length);
    frame.special(prefix, 0);
    frame.text(text, room, Encoding.FIRST, 0);
    frame.special(suffix, 0);
    return frame.encoding();
  }

  /**
   * Frames two texts. If they are too long together, the shorter keeps all it has as long as that
   * is no more than half of the room; two that are both longer share it, the second taking the odd
   * place unless it is the shorter.
   */
  public Encoding addTo(TokenizedText first, TokenizedText second, int maxLength) {
    int room = room(maxLength, prefix.length + separator.length + suffix.length);
    boolean swapped = first.size() > second.size();
    int shorter = Math.min(first.size(), second.size());
    int longer = Math.max(first.size(), second.size());
    if (shorter + longer > room) {
      shorter = Math.min(shorter, room / 2);
      longer = room - shorter;
    }
    int keptFirst = swapped ? longer : shorter;
    int keptSecond = swapped ? shorter : longer;
    var frame =
        new Frame(prefix.length + keptFirst + separator.length + keptSecond + suffix.length);
    frame.special(prefix, 0);
    frame.text(first, keptFirst, Encoding.FIRST, 0);
    frame.special(separator, 0);
    frame.text(second, keptSecond, Encoding.SECOND, secondTypeId);
    frame.special(suffix, secondTypeId);
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

    void text(TokenizedText text, int most, int source, int type) {
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
