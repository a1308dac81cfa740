// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;

/** The categories of characters, which form unknown words: the file {@code char.bin}. */
final class CharacterCategories {
  private static final int NAME_BYTES = 32;
  private static final int CHARACTERS = 0xffff;

  private final List<String> names;
  private final int[] characters;

  private CharacterCategories(List<String> names, int[] characters) {
    this.names = List.copyOf(names);
    this.characters = characters;
  }

  /** The categories of a character, as bits. */
  record Categories(int bits) {
    /** Whether both characters have a category in common. */
    boolean overlap(Categories other) {
      return (bits & other.bits & 0x3ffff) != 0;
    }

    /** The number of the category of unknown words that begin with the character. */
    int category() {
      return bits >>> 18 & 0xff;
    }

    /** How many characters an unknown word may have that is not a whole group. */
    int length() {
      return bits >>> 26 & 0xf;
    }

    /** Whether adjacent characters of the category are one unknown word. */
    boolean groups() {
      return (bits >>> 30 & 1) != 0;
    }

    /** Whether unknown words are tried even if the dictionary has a word. */
    boolean alwaysTried() {
      return bits >>> 31 != 0;
    }
  }

  /**
   * Opens the file.
   *
   * @throws IsoglossException if it is missing or damaged
   */
  static CharacterCategories open(Path folder) {
    ByteBuffer file = DictionaryFile.map(folder, "char.bin");
    int count = file.capacity() < Integer.BYTES ? -1 : file.getInt(0);
    long expected = Integer.BYTES + (long) NAME_BYTES * count + Integer.BYTES * (long) CHARACTERS;
    if (count < 1 || file.capacity() != expected) {
      throw DictionaryFile.damaged(folder, "char.bin");
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[NAME_BYTES];
      file.get(Integer.BYTES + i * NAME_BYTES, name);
      names.add(new String(name, StandardCharsets.US_ASCII).replaceFirst("\0.*", ""));
    }
    int[] characters = new int[CHARACTERS];
    for (int c = 0; c < CHARACTERS; c++) {
      characters[c] = file.getInt(Integer.BYTES + count * NAME_BYTES + c * Integer.BYTES);
    }
    return new CharacterCategories(names, characters);
  }

  List<String> names() {
    return names;
  }

  /** The categories of a character; those outside of the basic plane count as U+0000. */
  Categories of(int codePoint) {
    return new Categories(characters[codePoint < CHARACTERS ? codePoint : 0]);
  }
}
