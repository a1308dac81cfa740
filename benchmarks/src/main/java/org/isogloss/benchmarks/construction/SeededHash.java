// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.isogloss.core.io.Checksums;

/**
 * Hashes of texts that depend on a seed and on nothing else: they are the same on every machine and
 * in every version.
 */
final class SeededHash {
  private SeededHash() {}

  /** The first 64 bits of the SHA-256 hash of the seed and the texts. */
  static long of(long seed, String... texts) {
    MessageDigest digest = Checksums.sha256();
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, seed));
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }
}
