package org.isogloss.mining.corpus;

/** What mining does with a line that is longer than the model reads. */
public enum LongLinePolicy {
  /** Leave it out and count it: its vector would stand for its beginning alone. */
  SKIP,
  /** Take it by its beginning. */
  CUT
}
