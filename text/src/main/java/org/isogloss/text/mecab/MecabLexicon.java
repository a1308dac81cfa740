// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.ObjIntConsumer;
import org.isogloss.core.IsoglossException;

/**
 * The entries of {@code sys.dic} or {@code unk.dic}: a header, a double-array trie over the bytes
 * of words, and for each word its entries, 16 bytes each.
 */
final class MecabLexicon {
  private static final int MAGIC = 0xef718f77;
  private static final int VERSION = 102;
  private static final int HEADER_BYTES = 72;
  private static final int CHARSET_OFFSET = 40;
  private static final int UNIT_BYTES = 8;
  private static final int ENTRY_BYTES = 16;

  /**
   * An entry of a word.
   *
   * @param left number of its context to the left
   * @param right number of its context to the right
   * @param partOfSpeech number of its part of speech
   * @param cost its own cost
   */
  record Entry(int left, int right, int partOfSpeech, int cost) {}

  private final int size;
  private final ByteBuffer trie;
  private final ByteBuffer entries;

  private MecabLexicon(int size, ByteBuffer trie, ByteBuffer entries) {
    this.size = size;
    this.trie = trie;
    this.entries = entries;
  }

  /**
   * Opens a file.
   *
   * @throws IsoglossException if it is missing, damaged, or not in UTF-8
   */
  static MecabLexicon open(Path folder, String name) {
    ByteBuffer file = DictionaryFile.map(folder, name);
    boolean readable =
        file.capacity() >= HEADER_BYTES
            && (file.getInt(0) ^ MAGIC) == file.capacity()
            && file.getInt(4) == VERSION;
    int trieBytes = readable ? file.getInt(24) : -1;
    int entryBytes = readable ? file.getInt(28) : -1;
    if (trieBytes < UNIT_BYTES
        || entryBytes < 0
        || (long) HEADER_BYTES + trieBytes + entryBytes > file.capacity()) {
      throw DictionaryFile.damaged(folder, name);
    }
    requireUtf8(folder, name, file);
    return new MecabLexicon(
        file.getInt(12),
        slice(file, HEADER_BYTES, trieBytes),
        slice(file, HEADER_BYTES + trieBytes, entryBytes));
  }

  private static ByteBuffer slice(ByteBuffer file, int from, int length) {
    return file.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void requireUtf8(Path folder, String name, ByteBuffer file) {
    byte[] bytes = new byte[HEADER_BYTES - CHARSET_OFFSET];
    file.get(CHARSET_OFFSET, bytes);
    String charset = new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
    if (!Charset.isSupported(charset) || !Charset.forName(charset).equals(StandardCharsets.UTF_8)) {
      throw new IsoglossException(
          folder.resolve(name) + ": is compiled for " + charset + ", expected UTF-8");
    }
  }

  /** The number of entries. */
  int size() {
    return size;
  }

  /**
   * Finds the words that begin at a position.
   *
   * @param consumer receives the code of the entries of each word, and its length in bytes, in the
   *     order of the lengths
   */
  void words(byte[] text, int from, int to, ObjIntConsumer<Integer> consumer) {
    int base = base(0);
    for (int i = from; i < to; i++) {
      take(base, i - from, consumer);
      int node = base + (text[i] & 0xff) + 1;
      if (!isChild(node, base)) {
        return;
      }
      base = base(node);
    }
    take(base, to - from, consumer);
  }

  private void take(int base, int length, ObjIntConsumer<Integer> consumer) {
    if (isChild(base, base) && base(base) < 0) {
      consumer.accept(-base(base) - 1, length);
    }
  }

  private boolean isChild(int node, int base) {
    return node >= 0
        && (long) node * UNIT_BYTES + UNIT_BYTES <= trie.capacity()
        && trie.getInt(node * UNIT_BYTES + 4) == base;
  }

  private int base(int node) {
    return trie.getInt(node * UNIT_BYTES);
  }

  /** The number of entries with a code. */
  static int count(int code) {
    return code & 0xff;
  }

  /** One of the entries with a code. */
  Entry entry(int code, int index) {
    int at = ((code >> 8) + index) * ENTRY_BYTES;
    return new Entry(
        entries.getShort(at) & 0xffff,
        entries.getShort(at + 2) & 0xffff,
        entries.getShort(at + 4) & 0xffff,
        entries.getShort(at + 6));
  }

  /** The code of the entries of a whole word; -1 if there is none. */
  int find(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    int[] found = {-1};
    words(
        bytes,
        0,
        bytes.length,
        (code, length) -> found[0] = length == bytes.length ? code : found[0]);
    return found[0];
  }
}
