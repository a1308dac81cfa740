// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;

/**
 * The cosine of the 10th nearest passage of each query, found by comparison with all passages
 * without an index. A hit counts as one of the nearest 10 if it is as near.
 */
final class ExactNeighbours {
  static final int DEPTH = 10;

  /** Number of queries; the comparison of more would take longer than their searches. */
  static final int QUERIES = 300;

  private static final int BATCH = 4096;

  /** Sums of products in another order differ by less. */
  private static final float TOLERANCE = 1e-5f;

  private final float[] cosines;

  private ExactNeighbours(float[] cosines) {
    this.cosines = cosines;
  }

  /** Compares queries with all documents of a file, on all processors, and writes the cosines. */
  static void write(Path documents, List<Query> queries, Encoder encoder, Path file)
      throws IOException {
    float[][] vectors =
        encoder.encode(queries.subList(0, QUERIES).stream().map(Query::text).toList(), Role.QUERY);
    List<PriorityQueue<Float>> nearest = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      nearest.add(new PriorityQueue<>());
    }
    try (var records = JsonlDocuments.read(documents, OnError.FAIL)) {
      List<String> batch = new ArrayList<>(BATCH);
      while (records.hasNext()) {
        batch.add(records.next().text());
        if (batch.size() == BATCH) {
          compare(encoder.encode(batch, Role.PASSAGE), vectors, nearest);
          batch.clear();
        }
      }
      compare(encoder.encode(batch, Role.PASSAGE), vectors, nearest);
    }
    Files.write(file, nearest.stream().map(queue -> Float.toString(queue.element())).toList());
  }

  private static void compare(
      float[][] passages, float[][] queries, List<PriorityQueue<Float>> nearest) {
    IntStream.range(0, queries.length)
        .parallel()
        .forEach(
            i -> {
              PriorityQueue<Float> best = nearest.get(i);
              for (float[] passage : passages) {
                float cosine = VectorUtil.dotProduct(queries[i], passage);
                if (best.size() < DEPTH || cosine > best.element()) {
                  best.add(cosine);
                  if (best.size() > DEPTH) {
                    best.remove();
                  }
                }
              }
            });
  }

  static ExactNeighbours read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      float[] cosines = new float[lines.size()];
      for (int i = 0; i < cosines.length; i++) {
        cosines[i] = Float.parseFloat(lines.get(i));
      }
      return new ExactNeighbours(cosines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Search for the nearest passages of a query. */
  @FunctionalInterface
  interface Search {
    /** Returns the cosines of the hits. */
    double[] cosines(Query query);
  }

  /** Returns the fraction of the nearest 10 that a search finds. */
  double recall(List<Query> queries, Search search) {
    int found = 0;
    for (int i = 0; i < cosines.length; i++) {
      for (double cosine : search.cosines(queries.get(i))) {
        found += cosine >= cosines[i] - TOLERANCE ? 1 : 0;
      }
    }
    return (double) found / (DEPTH * cosines.length);
  }
}
