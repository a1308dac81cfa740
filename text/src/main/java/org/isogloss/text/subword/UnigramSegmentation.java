// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/** Finds the words of one normalised text and splits them into tokens. */
final class UnigramSegmentation {
  private final AlignedText text;
  private final char[] chars;
  private final UnigramLattice lattice;
  private final UnigramCache cache;
  private final char mark;
  private final boolean split;
  private final TokenBuffer tokens;

  UnigramSegmentation(
      AlignedText text,
      UnigramVocabulary vocabulary,
      UnigramCache cache,
      Metaspace metaspace,
      TokenBuffer tokens) {
    this.text = text;
    this.chars = text.chars();
    this.cache = cache;
    this.mark = metaspace.mark();
    this.split = metaspace.split();
    this.tokens = tokens;
    this.lattice = new UnigramLattice(vocabulary, mark);
    for (int i = 0; i < text.length() && !split; i++) {
      chars[i] = chars[i] == ' ' ? mark : chars[i];
    }
  }

  /**
   * Segments the characters {@code [from, to)}; adds a missing mark before them if {@code prepend}.
   */
  void segment(int from, int to, boolean prepend) {
    int at = from;
    if (at < to && !isMark(chars[at])) {
      at = end(from, to);
      word(from, at, prepend, from);
    }
    while (at < to) {
      int end = end(at + 1, to);
      word(at + 1, end, true, at);
      at = end;
    }
  }

  private int end(int from, int to) {
    int end = split ? from : to;
    while (end < to && !isMark(chars[end])) {
      end++;
    }
    return end;
  }

  private boolean isMark(char c) {
    return c == ' ' || c == mark;
  }

  /**
   * Segments the word {@code chars[start, end)}.
   *
   * @param first offset of its mark, or of its first letter if the text has no mark
   */
  private void word(int start, int end, boolean marked, int first) {
    UnigramSegmentedWord word = cache.find(chars, start, end, marked);
    if (word.ids().length == 0) {
      word = lattice.segment(chars, start, end, marked);
      cache.add(word);
    }
    int[] ids = word.ids();
    if (!tokens.hasOffsets()) {
      tokens.addAll(ids);
      return;
    }
    int base = marked ? start - 1 : start;
    // A mark that is not in the text has the offsets of the first character, which may be a pair.
    boolean pair = first + 1 < end && Character.isSurrogatePair(chars[first], chars[first + 1]);
    int firstEnd = pair ? first + 1 : first;
    for (int i = 0; i < ids.length; i++) {
      tokens.add(
          ids[i],
          text.start(Math.max(first, base + word.starts()[i])),
          text.end(Math.max(firstEnd, base + word.ends()[i] - 1)));
    }
  }
}
