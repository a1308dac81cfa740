// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isogloss.core.IsoglossException;

/**
 * The special tokens that a model expects around its input: {@code [CLS] a [SEP]} and {@code [CLS]
 * a [SEP] b [SEP]} for BERT, {@code <s> a </s>} and {@code <s> a </s></s> b </s>} for XLM-R.
 *
 * @param prefix ids before the first text
 * @param separator ids between two texts
 * @param suffix ids after the last text
 * @param secondTypeId segment of the second text and of the ids after it; all other tokens have
 *     segment 0
 * @param unknownId id of the token for text that the vocabulary cannot represent
 * @param paddingId id that pads the shorter texts of a batch
 */
public record SpecialTokens(
    int[] prefix, int[] separator, int[] suffix, int secondTypeId, int unknownId, int paddingId) {

  /** Returns the ids of all special tokens in ascending order. */
  public Set<Integer> ids() {
    Set<Integer> ids = new TreeSet<>(List.of(unknownId, paddingId));
    for (int[] of : List.of(prefix, separator, suffix)) {
      Arrays.stream(of).forEach(ids::add);
    }
    return ids;
  }

  /** Returns the other ones of the given ids, in their order. */
  public int[] removeFrom(int[] ids) {
    Set<Integer> special = ids();
    return Arrays.stream(ids).filter(id -> !special.contains(id)).toArray();
  }

  /**
   * Adds special tokens to one text; truncates the end of the text to {@code maxLength} tokens in
   * all.
   */
  public Encoding addTo(TokenizedText text, int maxLength) {
    int available = available(maxLength, prefix.length + suffix.length);
    var frame = new Frame(prefix.length + Math.min(available, text.size()) + suffix.length);
    frame.special(prefix, 0);
    frame.text(text, available, Encoding.FIRST, 0);
    frame.special(suffix, 0);
    return frame.encoding();
  }

  /**
   * Adds special tokens to a pair of texts. If the texts are too long together, the shorter text is
   * kept whole as long as it takes no more than half of the available tokens. If both texts are
   * longer than half, each gets half; of an odd number, the second text gets one token more, unless
   * it is the shorter text.
   */
  public Encoding addTo(TokenizedText first, TokenizedText second, int maxLength) {
    int available = available(maxLength, prefix.length + separator.length + suffix.length);
    boolean swapped = first.size() > second.size();
    int shorter = Math.min(first.size(), second.size());
    int longer = Math.max(first.size(), second.size());
    if (shorter + longer > available) {
      shorter = Math.min(shorter, available / 2);
      longer = available - shorter;
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

  private static int available(int maxLength, int special) {
    if (maxLength < special) {
      throw new IsoglossException(
          "maximum length "
              + maxLength
              + " leaves no room for text: the special tokens alone take "
              + special);
    }
    return maxLength - special;
  }

  /** Fills the arrays of an encoding from left to right. */
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

    void text(TokenizedText text, int limit, int source, int type) {
      int kept = Math.min(limit, text.size());
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
