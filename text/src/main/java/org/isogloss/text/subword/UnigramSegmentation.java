package org.isogloss.text.subword;

/** One text, normalised, on its way into pieces: finds its words and cuts them. */
final class UnigramSegmentation {
  private final AlignedText text;
  private final char[] chars;
  private final UnigramLattice lattice;
  private final UnigramCache cache;
  private final char mark;
  private final boolean split;
  private final TokenBuffer pieces;

  UnigramSegmentation(
      AlignedText text,
      UnigramVocabulary vocabulary,
      UnigramCache cache,
      Metaspace metaspace,
      TokenBuffer pieces) {
    this.text = text;
    this.chars = text.chars();
    this.cache = cache;
    this.mark = metaspace.mark();
    this.split = metaspace.split();
    this.pieces = pieces;
    this.lattice = new UnigramLattice(vocabulary, mark);
    for (int i = 0; i < text.length() && !split; i++) {
      chars[i] = chars[i] == ' ' ? mark : chars[i];
    }
  }

  /** Cuts what is at {@code [from, to)}, with a mark put in front where there is none. */
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
   * Cuts the word {@code chars[start, end)}.
   *
   * @param first the place of its mark, or of its first letter if no mark is written
   */
  private void word(int start, int end, boolean marked, int first) {
    UnigramSegmentedWord word = cache.find(chars, start, end, marked);
    if (word.ids().length == 0) {
      word = lattice.segment(chars, start, end, marked);
      cache.add(word);
    }
    int[] ids = word.ids();
    if (!pieces.hasOffsets()) {
      pieces.addAll(ids);
      return;
    }
    int base = marked ? start - 1 : start;
    // A mark that is not written has the place of the first character, which may be a pair.
    boolean pair = first + 1 < end && Character.isSurrogatePair(chars[first], chars[first + 1]);
    int least = pair ? first + 1 : first;
    for (int i = 0; i < ids.length; i++) {
      pieces.add(
          ids[i],
          text.start(Math.max(first, base + word.starts()[i])),
          text.end(Math.max(least, base + word.ends()[i] - 1)));
    }
  }
}
