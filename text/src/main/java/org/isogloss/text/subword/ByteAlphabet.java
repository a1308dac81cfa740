// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The characters that stand for bytes in the tokens of a byte-level BPE model, as GPT-2 defined
 * them: printable characters of Latin-1 for themselves, characters from U+0100 for the others.
 */
final class ByteAlphabet {
  private static final char[] CHARACTERS = new char[256];
  private static final int[] BYTES = new int[512];

  static {
    Arrays.fill(BYTES, -1);
    int next = 256;
    for (int octet = 0; octet < CHARACTERS.length; octet++) {
      boolean printable = (octet >= '!' && octet <= '~') || (octet >= 0xA1 && octet != 0xAD);
      CHARACTERS[octet] = (char) (printable ? octet : next++);
      BYTES[CHARACTERS[octet]] = octet;
    }
  }

  private ByteAlphabet() {}

  static char character(int octet) {
    return CHARACTERS[octet];
  }

  /** Returns the byte for which a character stands; -1 if it stands for none. */
  static int octet(char character) {
    return character < BYTES.length ? BYTES[character] : -1;
  }

  /** Returns the UTF-8 form of a code point; for half of a surrogate pair, that of U+FFFD. */
  static byte[] utf8(int codePoint) {
    boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    return Character.toString(half ? 0xFFFD : codePoint).getBytes(StandardCharsets.UTF_8);
  }
}
