package org.isogloss.core;

/** What a text is when it is encoded; some encoders prepend a different prefix for each. */
public enum Role {
  /** Something asked. */
  QUERY,
  /** Something that may answer. */
  PASSAGE
}
