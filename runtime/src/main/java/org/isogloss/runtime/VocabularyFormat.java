package org.isogloss.runtime;

/** In what numbers an exported transformer keeps a vector for each piece of its vocabulary. */
public enum VocabularyFormat {
  /** Single precision. */
  FP32,
  /** Eight bits, with a scale for each piece. */
  INT8,
  /** Four bits, with a scale for each 32 numbers of a piece. */
  INT4
}
