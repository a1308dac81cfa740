package org.isogloss.mining;

/** How mining finds the neighbours of sentences. */
public enum NeighbourSearchMethod {
  /** {@link #EXACT} or {@link #CELLS}, whichever is expected to be faster. */
  BY_SIZE,
  /** Compares all with all: misses nothing, takes time as the product of both sizes. */
  EXACT,
  /**
   * Divides one side into cells and compares a sentence with the nearest of them: misses some
   * neighbours, takes time about as the sum of both sizes times the root of one.
   */
  CELLS,
  /** Follows HNSW graphs: misses some neighbours, takes time about as the sum of both sizes. */
  GRAPH
}
