// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.DotProducts;

/**
 * Finds texts by an encoder's vectors, by exact search in a sample of at most some thousand texts.
 */
public final class DenseNegativeSearch implements HardNegativeSearch {
  /** Maximum number of encoded texts, evenly sampled. */
  private static final int MAX_TEXTS = 2_000;

  /** Number of texts that are encoded together. */
  private static final int BATCH = 256;

  private final Encoder encoder;
  private final int step;
  private final List<float[]> vectors = new ArrayList<>();

  /**
   * Encodes texts.
   *
   * @param encoder not closed
   */
  public DenseNegativeSearch(List<String> texts, Encoder encoder) {
    this.encoder = encoder;
    this.step = Math.ceilDiv(texts.size(), MAX_TEXTS);
    List<String> chosen =
        IntStream.range(0, texts.size()).filter(i -> i % step == 0).mapToObj(texts::get).toList();
    for (int from = 0; from < chosen.size(); from += BATCH) {
      List<String> some = chosen.subList(from, Math.min(from + BATCH, chosen.size()));
      vectors.addAll(List.of(encoder.encode(some, Role.PASSAGE)));
    }
  }

  @Override
  public List<Integer> find(String text, int depth) {
    float[] query = encoder.encode(List.of(text), Role.QUERY)[0];
    double[] cosines =
        vectors.stream()
            .mapToDouble(vector -> DotProducts.inDoublePrecision(query, vector))
            .toArray();
    return IntStream.range(0, cosines.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -cosines[i]))
        .limit(depth)
        .map(i -> i * step)
        .toList();
  }

  @Override
  public void close() {
    // The encoder belongs to the caller.
  }
}
