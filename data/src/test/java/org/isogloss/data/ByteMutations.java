// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.util.Arrays;
import java.util.Random;

/** Damages the bytes of a file, for tests of readers. */
public final class ByteMutations {
  private ByteMutations() {}

  /**
   * Returns a copy with one to four random changes: flipped bits, replaced bytes, truncations,
   * insertions.
   */
  public static byte[] mutate(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes, random);
    }
    return bytes;
  }

  private static byte[] change(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(20));
    switch (random.nextInt(6)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt(256);
      case 2 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 3 -> {
        return splice(bytes, at, at + length, new byte[0]);
      }
      case 4 -> {
        byte[] inserted = new byte[length];
        random.nextBytes(inserted);
        return splice(bytes, at, at, inserted);
      }
      default -> {
        byte[] repeated = Arrays.copyOfRange(bytes, at, at + length);
        return splice(bytes, at, at, repeated);
      }
    }
    return bytes;
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] inserted) {
    byte[] spliced = Arrays.copyOf(bytes, bytes.length - (to - from) + inserted.length);
    System.arraycopy(inserted, 0, spliced, from, inserted.length);
    System.arraycopy(bytes, to, spliced, from + inserted.length, bytes.length - to);
    return spliced;
  }
}
