// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.manifest.IndexManifest;

/** Where the figures of an index come from: its models with their weights, date and version. */
final class IndexProvenance {
  private IndexProvenance() {}

  /**
   * Returns the facts by name.
   *
   * @param reranker name of the re-ranker; its weights are known if the index has its vectors
   */
  static SequencedMap<String, String> of(SearchEngine engine, Optional<String> reranker) {
    IndexManifest manifest = engine.view().manifest();
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    manifest
        .model()
        .ifPresent(
            model -> {
              facts.put("model", model.name());
              facts.put("model's weights", model.fingerprint());
            });
    reranker.ifPresent(name -> facts.put("re-ranker", name));
    manifest
        .tokenVectors()
        .filter(vectors -> reranker.equals(Optional.of(vectors.name())))
        .ifPresent(vectors -> facts.put("re-ranker's weights", vectors.fingerprint()));
    facts.put("measured", LocalDate.now(ZoneOffset.UTC).toString());
    facts.put("version", IsoglossVersion.version());
    return facts;
  }
}
