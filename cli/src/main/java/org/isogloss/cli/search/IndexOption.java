// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.Encoder;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Option;

/** Where the index is. */
final class IndexOption {
  /** The default location. */
  static final String DEFAULT = "isogloss-index";

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description =
          "The folder of the index, or solr:ZOOKEEPER/COLLECTION (default: ${DEFAULT-VALUE}).")
  String address = DEFAULT;

  /** The location of the index. */
  IndexLocation location() {
    return IndexLocations.of(address);
  }

  /**
   * Checks that an encoder is the one with which the index was created, if there is an index.
   *
   * @throws org.isogloss.core.IsoglossException if the index has no vectors, or vectors of another
   *     encoder
   */
  void requireModel(Encoder encoder) {
    Optional<IndexManifest> manifest = location().findManifest();
    manifest.ifPresent(
        existing ->
            OptionHint.run(
                "--model MODEL, --index INDEX",
                failure -> true,
                () -> existing.requireModel(address, encoder)));
  }

  /**
   * Runs an action that opens or uses a pipeline. If it fails because there are no translation
   * tables or models, the message names the commands and the option that add them.
   */
  <T> T withTranslationHint(Pipeline pipeline, Supplier<T> action) {
    List<String> remedies = new ArrayList<>();
    if (lacksTables(pipeline)) {
      remedies.add("isogloss align --table FILE, isogloss index --table FILE");
    }
    if (pipeline.usesTranslationModels()) {
      remedies.add("--translator MODEL");
    }
    return OptionHint.add(
        String.join("; or ", remedies),
        OptionHint.concerning(address).and(failure -> !remedies.isEmpty()),
        action);
  }

  /** Returns whether a pipeline uses translation tables and the index has no folder of tables. */
  private boolean lacksTables(Pipeline pipeline) {
    return pipeline.lexicalRetrievers().stream().anyMatch(Pipeline.Lexical::usesTables)
        && location()
            .folder()
            .filter(folder -> Files.isDirectory(folder) && !Files.exists(folder.resolve("tables")))
            .isPresent();
  }

  /** Returns the option that selects this index, quoted for a shell; empty for the default. */
  String asOption() {
    return address.equals(DEFAULT) ? "" : asExplicitOption();
  }

  /** The option, quoted for a shell, for commands that have no default location. */
  String asExplicitOption() {
    boolean plain = address.matches("[\\p{L}\\p{N}/:,._-]+");
    return " --index " + (plain ? address : "'" + address.replace("'", "'\\''") + "'");
  }
}
