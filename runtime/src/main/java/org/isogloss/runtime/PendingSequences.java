package org.isogloss.runtime;

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
final class PendingSequences {
  /** A sequence of a call, and when its turn is. */
  record Item(BatchCall call, int index, long turn) {
    TokenSequence sequence() {
      return call.sequence(index);
    }
  }

  /** A batch of fewer tokens is not made smaller for the sake of another thread. */
  private static final int LEAST = 32;

  private final int tokens;
  private final TreeMap<Integer, Deque<Item>> byLength = new TreeMap<>();
  private long now;
  private long waiting;

  /**
   * None waiting yet.
   *
   * @param tokens how many a batch has at most, unless a single sequence has more
   */
  PendingSequences(int tokens) {
    this.tokens = tokens;
  }

  void add(BatchCall call) {
    long turn = now;
    for (int index : call.longestFirst()) {
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
   * @param idle how many threads share what waits, the one that asks counted
   */
  List<Item> next(int idle) {
    long most = Math.clamp(waiting / idle, LEAST, tokens);
    Deque<Item> chosen = byLength.firstEntry().getValue();
    for (Deque<Item> queue : byLength.values()) {
      if (queue.peekFirst().turn() < chosen.peekFirst().turn()) {
        chosen = queue;
      }
    }
    int length = chosen.peekFirst().sequence().length();
    now = Math.max(now, chosen.peekFirst().turn());
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
  List<Item> drain() {
    List<Item> all = byLength.values().stream().flatMap(Deque::stream).toList();
    byLength.clear();
    waiting = 0;
    return all;
  }
}
