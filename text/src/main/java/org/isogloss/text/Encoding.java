package org.isogloss.text;

/**
 * One text, or two, as a model reads them; all arrays have the length {@link #size()}.
 *
 * @param ids numbers of pieces, special tokens included
 * @param typeIds the segment ("token type") of each
 * @param sequenceIds which text each piece comes from: {@link #FIRST}, {@link #SECOND} or {@link
 *     #SPECIAL}
 * @param starts where each piece starts in its text, in UTF-16 units; 0 for special tokens
 * @param ends where it ends; 0 for special tokens
 */
public record Encoding(int[] ids, int[] typeIds, int[] sequenceIds, int[] starts, int[] ends) {
  public static final int SPECIAL = -1;
  public static final int FIRST = 0;
  public static final int SECOND = 1;

  public Encoding {
    if (typeIds.length != ids.length
        || sequenceIds.length != ids.length
        || starts.length != ids.length
        || ends.length != ids.length) {
      throw new IllegalArgumentException("the arrays of an encoding differ in length");
    }
  }

  public int size() {
    return ids.length;
  }
}
