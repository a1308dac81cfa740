// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.isogloss.core.IsoglossException;

/**
 * Options of {@link CollectionBuilder}.
 *
 * @param formats the formats to write, at least one
 * @param depth number of documents in the language of a query that are retrieved and graded, from 1
 *     to {@code candidates}
 * @param candidates number of candidates of a query in each document language; fewer if the
 *     language has fewer documents
 * @param sizes the sizes of the splits
 * @param monolingual whether the candidates in the language of the query are included too
 * @param seed seed of the splits and of the sampling of candidates
 * @param threads number of threads
 */
public record ConstructionOptions(
    Set<CollectionFormat> formats,
    int depth,
    int candidates,
    SplitSizes sizes,
    boolean monolingual,
    long seed,
    int threads) {
  /**
   * All formats of test collections, 100 candidates, of which 50 at most are relevant, the default
   * sizes, different languages only, seed 1, all processors.
   */
  public static final ConstructionOptions DEFAULT =
      new ConstructionOptions(
          EnumSet.complementOf(EnumSet.of(CollectionFormat.TRAINING)),
          50,
          100,
          SplitSizes.DEFAULT,
          false,
          1,
          Runtime.getRuntime().availableProcessors());

  public ConstructionOptions {
    if (formats.isEmpty()) {
      throw new IsoglossException("no format is given, expected one or more");
    }
    formats = Collections.unmodifiableSet(EnumSet.copyOf(formats));
    requireNonNull(sizes, "sizes is null");
    if (candidates < 1 || depth < 1 || depth > candidates) {
      throw new IsoglossException(
          "the depth is "
              + depth
              + " and the number of candidates "
              + candidates
              + ", expected 1 or more, and no more graded documents than candidates");
    }
    if (threads < 1) {
      throw new IsoglossException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** These options with other formats. */
  public ConstructionOptions withFormats(Set<CollectionFormat> other) {
    return new ConstructionOptions(other, depth, candidates, sizes, monolingual, seed, threads);
  }

  /** These options with another depth and number of candidates. */
  public ConstructionOptions withCandidates(int newDepth, int newCandidates) {
    return new ConstructionOptions(
        formats, newDepth, newCandidates, sizes, monolingual, seed, threads);
  }

  /** These options with other sizes of the splits. */
  public ConstructionOptions withSizes(SplitSizes other) {
    return new ConstructionOptions(formats, depth, candidates, other, monolingual, seed, threads);
  }

  /** These options with or without candidates in the language of the query. */
  public ConstructionOptions withMonolingual(boolean included) {
    return new ConstructionOptions(formats, depth, candidates, sizes, included, seed, threads);
  }

  /** These options with another seed. */
  public ConstructionOptions withSeed(long other) {
    return new ConstructionOptions(formats, depth, candidates, sizes, monolingual, other, threads);
  }

  /** These options with another number of threads. */
  public ConstructionOptions withThreads(int other) {
    return new ConstructionOptions(formats, depth, candidates, sizes, monolingual, seed, other);
  }
}
