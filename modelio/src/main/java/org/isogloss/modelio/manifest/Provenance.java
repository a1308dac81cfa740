package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.IsoglossException;

/**
 * Where a model comes from, so that it can be made again.
 *
 * @param recipe what was done to make it: the recipe of its training as it was run, or a sentence
 * @param seed of all randomness in it; 0 where there was none
 * @param version of the program that made it
 * @param sources every file and model it was made from
 * @param results what it was found to do
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

  /** Made by this program, and not measured yet. */
  public Provenance(String recipe, long seed, List<ProvenanceSource> sources) {
    this(recipe, seed, thisVersion(), sources, List.of());
  }

  private static String thisVersion() {
    String version = IsoglossException.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }

  /** The same with results. */
  public Provenance withResults(List<EvaluationResult> results) {
    return new Provenance(recipe, seed, version, sources, results);
  }
}
