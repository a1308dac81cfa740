package org.isogloss.search.manifest;

/**
 * Which vectors an index holds, and how {@code dense} compares them where a pipeline does not say.
 *
 * @param calibrated without the mean vectors of their languages, so that texts of one language do
 *     not lie together; not needed by an encoder that was trained against that
 * @param sentences whether a passage has a vector of each of its sentences besides its own
 */
public record VectorOptions(boolean calibrated, boolean sentences) {
  /** Vectors of passages, compared as they are. */
  public static final VectorOptions PLAIN = new VectorOptions(false, false);
}
