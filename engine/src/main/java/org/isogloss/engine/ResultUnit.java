package org.isogloss.engine;

/** What the results of a search are. */
public enum ResultUnit {
  /** Each document once, at the rank of its best passage (MaxP). */
  DOCUMENT,
  /** Passages; several may be of one document. */
  PASSAGE
}
