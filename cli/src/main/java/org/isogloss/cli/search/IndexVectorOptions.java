// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import picocli.CommandLine.Option;

/** Options of the vectors of a new index. */
final class IndexVectorOptions {
  @Option(
      names = "--calibrated",
      negatable = true,
      description =
          "Subtract the mean vector of each language, so that texts of one language are not"
              + " close only because of it. Default: as in the index, no in a new one.")
  private Boolean calibrated;

  @Option(
      names = "--sentences",
      negatable = true,
      description =
          "Store a vector of each sentence of a passage in addition to its own. Default: as in"
              + " the index; in a new one yes, unless the model is static or there is none.")
  private Boolean sentences;

  /**
   * Returns the requested settings; empty if no option was given.
   *
   * @param encoder the encoder of the index; empty for an index without vectors
   */
  Optional<VectorOptions> vectorOptions(Path index, Optional<Encoder> encoder) {
    if (calibrated == null && sentences == null) {
      return Optional.empty();
    }
    VectorOptions defaults =
        SearchIndex.findManifest(index)
            .map(IndexManifest::vectors)
            .or(() -> encoder.map(Indexer::defaultVectors))
            .orElse(VectorOptions.PLAIN);
    return Optional.of(
        new VectorOptions(
            calibrated == null ? defaults.calibrated() : calibrated,
            sentences == null ? defaults.sentences() : sentences));
  }
}
