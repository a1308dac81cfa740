package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import picocli.CommandLine.Option;

/** Which vectors an index holds, for the commands that may make one. */
final class IndexVectorOptions {
  @Option(
      names = "--calibrated",
      negatable = true,
      description =
          "Compare vectors without the mean of their language, so that texts of one language do not"
              + " lie together. Default: as in the index, no in a new one.")
  private Boolean calibrated;

  @Option(
      names = "--sentences",
      negatable = true,
      description =
          "Store a vector of each sentence of a passage besides its own. Default: as in the index,"
              + " in a new one yes, unless the model is static or there is none.")
  private Boolean sentences;

  /** What was asked for, empty where nothing was; empty encoder: an index of words alone. */
  Optional<VectorOptions> vectorOptions(Path index, Optional<Encoder> encoder) {
    if (calibrated == null && sentences == null) {
      return Optional.empty();
    }
    VectorOptions usual =
        SearchIndex.findManifest(index)
            .map(IndexManifest::vectors)
            .or(() -> encoder.map(Indexer::defaultVectors))
            .orElse(VectorOptions.PLAIN);
    return Optional.of(
        new VectorOptions(
            calibrated == null ? usual.calibrated() : calibrated,
            sentences == null ? usual.sentences() : sentences));
  }
}
