// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.List;
import java.util.SplittableRandom;
import org.isogloss.core.Encoder;

/**
 * Aligns the sentences of two documents in the same order: 1-1, 1-0, 0-1, 1-2, 2-1 and 2-2.
 *
 * <p>{@link #byVectors} does what vecalign does (Thompson and Koehn 2019): documents are halved
 * until they have few sentences, aligned, and the alignment is refined near that of the halved
 * documents, so time and memory are linear in the number of sentences. {@link #byLengths} is the
 * method of Gale and Church (1993), which needs no model. The results do not depend on chance.
 */
public final class SentenceAligner {
  private static final int MAX_FULL_SIZE = 300;
  private static final int RADIUS = 10;

  /** Documents whose product of sentences is larger are aligned by lengths near the diagonal. */
  private static final long MAX_LENGTH_CELLS = 25_000_000;

  private static final int LENGTH_RADIUS = 1_000;
  private static final long SEED = 42;

  private SentenceAligner() {}

  /** Aligns by the vectors of sentences and of pairs of consecutive sentences. */
  public static List<Bead> byVectors(List<String> source, List<String> target, Encoder encoder) {
    DocumentVectors sources = DocumentVectors.encode(source, encoder);
    DocumentVectors targets = DocumentVectors.encode(target, encoder);
    if (source.isEmpty() || target.isEmpty()) {
      return withoutTranslations(source.size(), target.size());
    }
    return BeadSearch.run(
        source.size(),
        target.size(),
        new VectorCosts(sources, targets, new SplittableRandom(SEED)),
        band(sources, targets));
  }

  private static List<Bead> withoutTranslations(int sources, int targets) {
    return BeadSearch.run(
        sources, targets, (i, sourceCount, j, targetCount) -> 0, Band.full(sources, targets));
  }

  /** The cells near the alignment of the halved documents. */
  private static Band band(DocumentVectors sources, DocumentVectors targets) {
    if (Math.max(sources.size(), targets.size()) <= MAX_FULL_SIZE) {
      return Band.full(sources.size(), targets.size());
    }
    DocumentVectors halvedSources = sources.halved();
    DocumentVectors halvedTargets = targets.halved();
    List<Bead> halved =
        BeadSearch.runSingle(
            halvedSources.size(),
            halvedTargets.size(),
            new VectorCosts(halvedSources, halvedTargets, new SplittableRandom(SEED)),
            band(halvedSources, halvedTargets));
    return Band.around(halved, sources.size(), targets.size(), RADIUS);
  }

  /** Target sentences for each source sentence, by which the diagonal rises. */
  private static int ratio(List<String> source, List<String> target) {
    return target.size() / Math.max(1, source.size());
  }

  /** Aligns by the lengths of sentences in characters. */
  public static List<Bead> byLengths(List<String> source, List<String> target) {
    long cells = (long) source.size() * target.size();
    return BeadSearch.run(
        source.size(),
        target.size(),
        new LengthCosts(source, target),
        cells <= MAX_LENGTH_CELLS
            ? Band.full(source.size(), target.size())
            : Band.diagonal(
                source.size(), target.size(), LENGTH_RADIUS + 2 * ratio(source, target)));
  }
}
