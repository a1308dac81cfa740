// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The waiting token sequences of many requests. They are removed in batches of equal length; so no
 * padding is needed, and the result of a sequence does not depend on the other sequences.
 *
 * <p>The order is determined by fair queueing (Demers, Keshav and Shenker 1989): requests are
 * served as if they took turns token by token, so that a single text waits for at most one batch
 * even while thousands of texts of another request are waiting. Not thread-safe.
 */
final class FairBatchQueue {
  /**
   * A sequence of a request, with its virtual finish time.
   *
   * @param number number of sequences that were added before
   */
  record Item(BatchRequest request, int index, long finishTime, long number)
      implements Comparable<Item> {
    private static final Comparator<Item> ORDER =
        Comparator.comparingLong(Item::finishTime).thenComparingLong(Item::number);

    TokenSequence sequence() {
      return request.sequence(index);
    }

    @Override
    public int compareTo(Item other) {
      return ORDER.compare(this, other);
    }
  }

  /** Minimum number of tokens of a batch: smaller batches are not divided among threads. */
  private static final int MIN_BATCH_TOKENS = 32;

  private final int maxBatchTokens;
  private final TreeMap<Integer, PriorityQueue<Item>> byLength = new TreeMap<>();
  private long virtualTime;
  private long waiting;
  private long added;

  /**
   * Creates an empty queue.
   *
   * @param maxBatchTokens maximum number of tokens of a batch, unless a single sequence is longer
   */
  FairBatchQueue(int maxBatchTokens) {
    this.maxBatchTokens = maxBatchTokens;
  }

  void add(BatchRequest request) {
    long finishTime = virtualTime;
    for (int index : request.indicesLongestFirst()) {
      int length = request.sequence(index).length();
      finishTime += length;
      waiting += length;
      byLength
          .computeIfAbsent(length, l -> new PriorityQueue<>())
          .add(new Item(request, index, finishTime, added++));
    }
  }

  boolean isEmpty() {
    return byLength.isEmpty();
  }

  /**
   * Takes the next batch.
   *
   * @param idleThreads number of threads that share the waiting sequences, including the calling
   *     thread
   */
  List<Item> nextBatch(int idleThreads) {
    long maxTokens = Math.clamp(waiting / idleThreads, MIN_BATCH_TOKENS, maxBatchTokens);
    PriorityQueue<Item> chosen = byLength.firstEntry().getValue();
    for (PriorityQueue<Item> queue : byLength.values()) {
      if (queue.element().finishTime() < chosen.element().finishTime()) {
        chosen = queue;
      }
    }
    int length = chosen.element().sequence().length();
    virtualTime = Math.max(virtualTime, chosen.element().finishTime());
    List<Item> batch = new ArrayList<>();
    while (!chosen.isEmpty() && (batch.isEmpty() || (batch.size() + 1L) * length <= maxTokens)) {
      batch.add(chosen.remove());
    }
    if (chosen.isEmpty()) {
      byLength.remove(length);
    }
    waiting -= (long) batch.size() * length;
    return batch;
  }

  /** Removes and returns all waiting sequences. */
  List<Item> removeAll() {
    List<Item> all = byLength.values().stream().flatMap(PriorityQueue::stream).toList();
    byLength.clear();
    waiting = 0;
    return all;
  }
}
