// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.Encoder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.Pipeline;
import picocli.CommandLine.Option;

/** The folder of the index. */
final class IndexFolderOption {
  private static final Path DEFAULT = Path.of("isogloss-index");

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description = "The index folder (default: ${DEFAULT-VALUE}).")
  Path folder = DEFAULT;

  /**
   * Checks that an encoder is the one with which the index was created, if there is an index.
   *
   * @throws org.isogloss.core.IsoglossException if the index has no vectors, or vectors of another
   *     encoder
   */
  void requireModel(Encoder encoder) {
    Optional<IndexManifest> manifest = SearchIndex.findManifest(folder);
    manifest.ifPresent(
        existing ->
            OptionHint.run(
                "--model MODEL, --index DIR",
                failure -> true,
                () -> existing.requireModel(folder, encoder)));
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
        OptionHint.concerning(folder).and(failure -> !remedies.isEmpty()),
        action);
  }

  /** Returns whether a pipeline uses translation tables and the index has no folder of tables. */
  private boolean lacksTables(Pipeline pipeline) {
    return pipeline.lexicalRetrievers().stream().anyMatch(Pipeline.Lexical::usesTables)
        && Files.isDirectory(folder)
        && !Files.exists(folder.resolve("tables"));
  }

  /** Returns the option that selects this index, quoted for a shell; empty for the default. */
  String asOption() {
    if (folder.equals(DEFAULT)) {
      return "";
    }
    String name = folder.toString();
    boolean plain = name.matches("[\\p{L}\\p{N}/._-]+");
    return " --index " + (plain ? name : "'" + name.replace("'", "'\\''") + "'");
  }
}
