package org.isogloss.runtime.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Token sequences that wait to be run, of many calls. They leave in batches of one length: so
 * nothing has to be filled up, and what becomes of a sequence does not depend on the others.
 *
 * <p>Whose turn it is goes by fair queueing (Demers, Keshav and Shenker 1989): each call is served
 * as if all calls took turns token by token, so that one text waits for at most a batch even while
 * thousands of another call are waiting. Not safe for many threads.
 */
final class FairBatchQueue {
  /** A sequence of a call, and when its turn is. */
  record Item(BatchRequest call, int index, long finishTime) {
    TokenSequence sequence() {
      return call.sequence(index);
    }
  }

  /** A batch of fewer tokens is not made smaller for the sake of another thread. */
  private static final int MIN_BATCH_TOKENS = 32;

  private final int maxBatchTokens;
  private final TreeMap<Integer, Deque<Item>> byLength = new TreeMap<>();
  private long now;
  private long waiting;

  /**
   * None waiting yet.
   *
   * @param maxBatchTokens how many a batch has at most, unless a single sequence has more
   */
  FairBatchQueue(int maxBatchTokens) {
    this.maxBatchTokens = maxBatchTokens;
  }

  void add(BatchRequest call) {
    long turn = now;
    for (int index : call.indicesLongestFirst()) {
      int length = call.sequence(index).length();
      turn += length;
      waiting += length;
      byLength
          .computeIfAbsent(length, l -> new ArrayDeque<>())
          .addLast(new Item(call, index, turn));
    }
  }

  boolean isEmpty() {
    return byLength.isEmpty();
  }

  /**
   * Takes the next batch.
   *
   * @param idleThreads how many threads share what waits, the one that asks counted
   */
  List<Item> nextBatch(int idleThreads) {
    long most = Math.clamp(waiting / idleThreads, MIN_BATCH_TOKENS, maxBatchTokens);
    Deque<Item> chosen = byLength.firstEntry().getValue();
    for (Deque<Item> queue : byLength.values()) {
      if (queue.peekFirst().finishTime() < chosen.peekFirst().finishTime()) {
        chosen = queue;
      }
    }
    int length = chosen.peekFirst().sequence().length();
    now = Math.max(now, chosen.peekFirst().finishTime());
    List<Item> batch = new ArrayList<>();
    while (!chosen.isEmpty() && (batch.isEmpty() || (batch.size() + 1L) * length <= most)) {
      batch.add(chosen.pollFirst());
    }
    if (chosen.isEmpty()) {
      byLength.remove(length);
    }
    waiting -= (long) batch.size() * length;
    return batch;
  }

  /** Takes all that wait. */
  List<Item> removeAll() {
    List<Item> all = byLength.values().stream().flatMap(Deque::stream).toList();
    byLength.clear();
    waiting = 0;
    return all;
  }
}
