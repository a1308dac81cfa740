// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
  /** A sequence of a request, with its virtual finish time. */
  record Item(BatchRequest request, int index, long finishTime) {
    TokenSequence sequence() {
      return request.sequence(index);
    }
  }

  /** Minimum number of tokens of a batch: smaller batches are not divided among threads. */
  private static final int MIN_BATCH_TOKENS = 32;

  private final int maxBatchTokens;
  private final TreeMap<Integer, Deque<Item>> byLength = new TreeMap<>();
  private long virtualTime;
  private long waiting;

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
          .computeIfAbsent(length, l -> new ArrayDeque<>())
          .addLast(new Item(request, index, finishTime));
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
    Deque<Item> chosen = byLength.firstEntry().getValue();
    for (Deque<Item> queue : byLength.values()) {
      if (queue.peekFirst().finishTime() < chosen.peekFirst().finishTime()) {
        chosen = queue;
      }
    }
    int length = chosen.peekFirst().sequence().length();
    virtualTime = Math.max(virtualTime, chosen.peekFirst().finishTime());
    List<Item> batch = new ArrayList<>();
    while (!chosen.isEmpty() && (batch.isEmpty() || (batch.size() + 1L) * length <= maxTokens)) {
      batch.add(chosen.pollFirst());
    }
    if (chosen.isEmpty()) {
      byLength.remove(length);
    }
    waiting -= (long) batch.size() * length;
    return batch;
  }

  /** Removes and returns all waiting sequences. */
  List<Item> removeAll() {
    List<Item> all = byLength.values().stream().flatMap(Deque::stream).toList();
    byLength.clear();
    waiting = 0;
    return all;
  }
}
