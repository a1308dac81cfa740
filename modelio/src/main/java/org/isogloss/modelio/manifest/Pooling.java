package org.isogloss.modelio.manifest;

/** How the vectors of a text's pieces become the text's one vector, before it gets unit length. */
public enum Pooling {
  /** The model gives no vector for a text: a language model or a cross-encoder. */
  NONE,
  /** The mean over all pieces, special ones counted. */
  MEAN,
  /** The vector of the first piece, {@code [CLS]} or {@code <s>}. */
  CLS
}
