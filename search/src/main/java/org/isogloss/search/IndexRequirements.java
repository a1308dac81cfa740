package org.isogloss.search;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.PassageSplitter;

/**
 * How a caller wants an index to be made. An existing index has to be made so already.
 *
 * @param folder of the index, for messages
 */
record IndexRequirements(
    Path folder,
    Optional<Encoder> encoder,
    Optional<PassageSplitter> passages,
    Optional<VectorOptions> vectors,
    Optional<SortedSet<String>> projected)
    implements Consumer<IndexManifest> {
  private static final String LEAVE_OUT =
      "; leave these options out, or index the collection again into another folder";

  /**
   * Compares the manifest of an existing index with what is wanted.
   *
   * @throws IsoglossException if they differ
   */
  @Override
  public void accept(IndexManifest manifest) {
    encoder.ifPresent(some -> manifest.requireModel(folder, some));
    if (passages.isPresent() && !passages.get().equals(manifest.passages())) {
      throw new IsoglossException(
          folder
              + ": the index has passages of at most "
              + described(manifest.passages())
              + ", found "
              + described(passages.get())
              + LEAVE_OUT);
    }
    if (vectors.isPresent() && !vectors.get().equals(manifest.vectors())) {
      throw new IsoglossException(
          folder
              + ": the index is "
              + described(manifest.vectors())
              + ", found "
              + described(vectors.get())
              + LEAVE_OUT);
    }
    if (projected.isPresent() && !projected.get().equals(manifest.projected())) {
      throw new IsoglossException(
          folder
              + ": the index projects to the languages "
              + manifest.projected()
              + ", found "
              + projected.get()
              + LEAVE_OUT);
    }
  }

  static String described(VectorOptions vectors) {
    return (vectors.calibrated() ? "calibrated" : "not calibrated")
        + (vectors.sentences() ? ", with" : ", without")
        + " vectors of sentences";
  }

  private static String described(PassageSplitter passages) {
    return passages.maxWords() + " words with " + passages.overlap() + " sentences of overlap";
  }
}
