// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.isogloss.core.Deadline;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.runtime.inference.Int8MatrixMultiplier;

/**
 * Finds the most similar passage token of each query token. Products are computed in eight bits,
 * with exact sums, for the tokens of many passages at once. This class is thread-safe.
 */
final class TokenSimilarity implements AutoCloseable {
  /** Maximum number of passage tokens that are multiplied at once: about a megabyte of vectors. */
  private static final int MAX_ROWS = 2048;

  /** Number of passage tokens that repay the start of another thread, several times over. */
  private static final int MIN_PARALLEL_ROWS = 4096;

  private final TokenVectorCodec codec;
  private final int threads;
  private final WorkerPool workers;
  private final ConcurrentLinkedQueue<Workspace> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /**
   * Creates a comparison.
   *
   * @param threads maximum number of threads of one comparison, 1 or more
   */
  TokenSimilarity(TokenVectorCodec codec, int threads) {
    this.codec = codec;
    this.threads = threads;
    this.workers = new WorkerPool("re-ranker", threads);
  }

  /** A multiplier with the memory of a comparison, of which each thread uses another one. */
  private static final class Workspace {
    private final Int8MatrixMultiplier multiplier;
    private final byte[] rows;
    private int[] products = new int[0];

    private Workspace(int width) {
      multiplier = Int8MatrixMultiplier.open(width);
      rows = new byte[MAX_ROWS * width];
    }

    /** Multiplies the first rows by the columns; the result is valid until the next call. */
    int[] multiply(int rowCount, int columns) {
      if (products.length < rowCount * columns) {
        products = new int[rowCount * columns];
      }
      multiplier.multiplyUnsigned(rows, rowCount).get(products, 0, rowCount * columns);
      return products;
    }
  }

  /** Receives the products of consecutive tokens of one passage. */
  @FunctionalInterface
  private interface ProductVisitor {
    /**
     * Visits tokens.
     *
     * @param passage index of the passage
     * @param firstToken index of the first token in the passage
     * @param count number of tokens
     * @param products {@code int32[count, query.size()]}, from {@code offset}
     */
    void visit(int passage, int firstToken, int count, int[] products, int offset);
  }

  /**
   * Compares a query with passages, many of them on several threads.
   *
   * @param passages encoded token vectors
   * @return for each passage, the weighted mean of the cosine of each query token with its most
   *     similar token; 0 if the query or the passage has no tokens
   */
  float[] scores(QueryTokens query, List<byte[]> passages) {
    int rows = passages.stream().mapToInt(codec::size).sum();
    int parts = Math.clamp(rows / MIN_PARALLEL_ROWS, 1, threads);
    if (parts == 1) {
      return scoresOfPart(query, passages);
    }
    int size = Math.ceilDiv(passages.size(), parts);
    float[] scores = new float[passages.size()];
    workers.forEach(
        parts,
        1,
        part -> {
          Deadline.check();
          int from = Math.min(part * size, scores.length);
          int to = Math.min(from + size, scores.length);
          float[] found = scoresOfPart(query, passages.subList(from, to));
          System.arraycopy(found, 0, scores, from, found.length);
        });
    return scores;
  }

  private float[] scoresOfPart(QueryTokens query, List<byte[]> passages) {
    float[][] scales = new float[passages.size()][];
    float[][] best = new float[passages.size()][];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = codec.scales(passages.get(i));
      best[i] = new float[query.size()];
      Arrays.fill(best[i], Float.NEGATIVE_INFINITY);
    }
    multiply(
        query,
        passages,
        (passage, firstToken, count, products, offset) -> {
          for (int row = 0; row < count; row++) {
            float scale = scales[passage][firstToken + row];
            keepLargest(scale, products, offset + row * query.size(), best[passage]);
          }
        });
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = scales[i].length == 0 ? 0 : weightedMean(query, best[i]);
    }
    return scores;
  }

  private static void keepLargest(float scale, int[] products, int from, float[] largest) {
    for (int i = 0; i < largest.length; i++) {
      largest[i] = Math.max(largest[i], scale * products[from + i]);
    }
  }

  private static float weightedMean(QueryTokens query, float[] largest) {
    double sum = 0;
    for (int i = 0; i < largest.length; i++) {
      sum += (double) query.weights()[i] * query.scales()[i] * largest[i];
    }
    return (float) sum;
  }

  /**
   * Computes all cosines between the tokens of a query and a passage.
   *
   * @return {@code float[query tokens][passage tokens]}
   */
  float[][] cosines(QueryTokens query, byte[] passage) {
    float[] scales = codec.scales(passage);
    float[][] cosines = new float[query.size()][scales.length];
    multiply(
        query,
        List.of(passage),
        (index, firstToken, count, products, offset) -> {
          for (int row = 0; row < count; row++) {
            for (int i = 0; i < cosines.length; i++) {
              int product = products[offset + row * cosines.length + i];
              cosines[i][firstToken + row] =
                  query.scales()[i] * (scales[firstToken + row] * product);
            }
          }
        });
    return cosines;
  }

  private void multiply(QueryTokens query, List<byte[]> passages, ProductVisitor visitor) {
    int[] firstRows = new int[passages.size() + 1];
    for (int i = 0; i < passages.size(); i++) {
      firstRows[i + 1] = firstRows[i] + codec.size(passages.get(i));
    }
    int rowCount = query.size() == 0 ? 0 : firstRows[passages.size()];
    if (rowCount == 0) {
      return;
    }
    int width = codec.paddedHidden();
    Workspace workspace = acquire();
    try {
      workspace.multiplier.loadColumns(query.buffer());
      for (int from = 0; from < rowCount; from += MAX_ROWS) {
        int to = Math.min(from + MAX_ROWS, rowCount);
        int block = from;
        forEachPart(
            firstRows,
            from,
            to,
            (passage, token, count) ->
                codec.unpack(
                    passages.get(passage),
                    token,
                    count,
                    workspace.rows,
                    (firstRows[passage] + token - block) * width));
        int[] products = workspace.multiply(to - from, query.size());
        forEachPart(
            firstRows,
            from,
            to,
            (passage, token, count) ->
                visitor.visit(
                    passage,
                    token,
                    count,
                    products,
                    (firstRows[passage] + token - block) * query.size()));
      }
    } finally {
      release(workspace);
    }
  }

  /** Receives consecutive tokens of one passage. */
  @FunctionalInterface
  private interface PartVisitor {
    void visit(int passage, int firstToken, int count);
  }

  /**
   * Visits the parts of passages whose tokens have the given rows.
   *
   * @param firstRows the row of the first token of each passage, and the total number of rows
   */
  private static void forEachPart(int[] firstRows, int from, int to, PartVisitor visitor) {
    for (int passage = 0; passage < firstRows.length - 1; passage++) {
      int first = Math.max(from, firstRows[passage]);
      int end = Math.min(to, firstRows[passage + 1]);
      if (first < end) {
        visitor.visit(passage, first - firstRows[passage], end - first);
      }
    }
  }

  private Workspace acquire() {
    if (closed) {
      throw new IllegalStateException("the scorer is closed");
    }
    Workspace workspace = idle.poll();
    return workspace != null ? workspace : new Workspace(codec.paddedHidden());
  }

  private void release(Workspace workspace) {
    idle.add(workspace);
    if (closed) {
      closeIdle();
    }
  }

  private void closeIdle() {
    for (Workspace next = idle.poll(); next != null; next = idle.poll()) {
      next.multiplier.close();
    }
  }

  /** Closing twice has no effect. */
  @Override
  public void close() {
    closed = true;
    workers.close();
    closeIdle();
  }
}
