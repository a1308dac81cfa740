// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.isogloss.core.IsoglossException;

/**
 * A response body that is rejected once it is too long or takes too long, because a server could
 * send data indefinitely.
 */
final class BoundedInputStream extends FilterInputStream {
  private final long maxBytes;
  private final long deadline;
  private final String address;
  private long read;

  /**
   * Limits a response body.
   *
   * @param timeout maximum time until the end of the body
   * @param address the address, for error messages
   */
  BoundedInputStream(InputStream body, long maxBytes, Duration timeout, String address) {
    super(body);
    this.maxBytes = maxBytes;
    this.deadline = System.nanoTime() + timeout.toNanos();
    this.address = address;
  }

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(buffer[0]);
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = in.read(bytes, from, length);
    read += Math.max(0, count);
    if (read > maxBytes) {
      throw new IsoglossException(
          address + " responded with more than " + maxBytes + " bytes: is HF_ENDPOINT a hub?");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new IsoglossException(address + " took too long to respond: try again later");
    }
    return count;
  }

  /** Skipped bytes count towards the limit. */
  @Override
  public long skip(long count) throws IOException {
    byte[] skipped = new byte[Math.clamp(count, 0, 1 << 12)];
    return Math.max(0, read(skipped, 0, skipped.length));
  }
}
