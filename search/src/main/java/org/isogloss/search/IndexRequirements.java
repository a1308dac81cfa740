package org.isogloss.search;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.text.segmentation.PassageSplitter;

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
    Optional<SortedSet<String>> projectedLanguages)
    implements Consumer<IndexManifest> {
  private static final String MISMATCH_HINT =
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
              + describe(manifest.passages())
              + ", found "
              + describe(passages.get())
              + MISMATCH_HINT);
    }
    if (vectors.isPresent() && !vectors.get().equals(manifest.vectors())) {
      throw new IsoglossException(
          folder
              + ": the index is "
              + describe(manifest.vectors())
              + ", found "
              + describe(vectors.get())
              + MISMATCH_HINT);
    }
    if (projectedLanguages.isPresent()
        && !projectedLanguages.get().equals(manifest.projectedLanguages())) {
      throw new IsoglossException(
          folder
              + ": the index projects to the languages "
              + manifest.projectedLanguages()
              + ", found "
              + projectedLanguages.get()
              + MISMATCH_HINT);
    }
  }

  static String describe(VectorOptions vectors) {
    return (vectors.calibrated() ? "calibrated" : "not calibrated")
        + (vectors.sentences() ? ", with" : ", without")
        + " vectors of sentences";
  }

  private static String describe(PassageSplitter passages) {
    return passages.maxWords() + " words with " + passages.overlap() + " sentences of overlap";
  }
}
