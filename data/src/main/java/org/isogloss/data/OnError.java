package org.isogloss.data;

/** What a reader does with a record that it cannot read. */
public enum OnError {
  /** Stop with a {@link FormatException}. */
  FAIL,
  /** Leave the record out and count it. */
  SKIP
}
