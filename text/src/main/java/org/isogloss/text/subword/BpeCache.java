// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/**
 * Caches the tokens of words, because most words of a text repeat. There is one slot per hash
 * value; a new word replaces the previous one. Thread-safe without locks: entries are immutable.
 */
final class BpeCache {
  /** Maximum length of a cached word in characters; longer words rarely repeat. */
  private static final int MAX_LENGTH = 32;

  private static final int BITS = 15;

  /** A word with its tokens and their ranges of characters. */
  record Entry(String word, int[] ids, int[] starts, int[] ends) {}

  private final Entry[] entries = new Entry[1 << BITS];

  /** Returns the entry of a word; null if it is not in the cache. */
  Entry find(String word) {
    Entry entry = word.length() > MAX_LENGTH ? null : entries[slot(word)];
    return entry != null && entry.word().equals(word) ? entry : null;
  }

  void add(Entry entry) {
    if (entry.word().length() <= MAX_LENGTH) {
      entries[slot(entry.word())] = entry;
    }
  }

  private static int slot(String word) {
    return (word.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - BITS);
  }
}
