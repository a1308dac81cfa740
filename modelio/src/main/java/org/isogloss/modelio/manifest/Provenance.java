// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.IsoglossException;

/**
 * The origin of a model, so that it can be reproduced.
 *
 * @param recipe how the model was made: the training recipe as it was run, or a sentence
 * @param seed the random seed; 0 if no randomness was involved
 * @param version the version of the program that made the model
 * @param sources all files and models from which it was made
 * @param results evaluation results
 */
public record Provenance(
    String recipe,
    long seed,
    String version,
    List<ProvenanceSource> sources,
    List<EvaluationResult> results) {
  public Provenance {
    requireNonNull(recipe, "recipe is null");
    requireNonNull(version, "version is null");
    sources = List.copyOf(sources);
    results = List.copyOf(results);
  }

  /** Creates the provenance of a model that was made by this program and is not evaluated yet. */
  public Provenance(String recipe, long seed, List<ProvenanceSource> sources) {
    this(recipe, seed, thisVersion(), sources, List.of());
  }

  private static String thisVersion() {
    String version = IsoglossException.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }

  /** Returns this provenance with other evaluation results. */
  public Provenance withResults(List<EvaluationResult> results) {
    return new Provenance(recipe, seed, version, sources, results);
  }
}
