package org.isogloss.modelio.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.isogloss.core.IsoglossException;

/** An answer that is refused once it is too long or takes too long: a server can send forever. */
final class BoundedInputStream extends FilterInputStream {
  private final long maxBytes;
  private final long deadline;
  private final String address;
  private long read;

  /**
   * Bounds a body.
   *
   * @param timeout time from now until its end
   * @param address for messages
   */
  BoundedInputStream(InputStream body, long maxBytes, Duration timeout, String address) {
    super(body);
    this.maxBytes = maxBytes;
    this.deadline = System.nanoTime() + timeout.toNanos();
    this.address = address;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = in.read(bytes, from, length);
    read += Math.max(0, count);
    if (read > maxBytes) {
      throw new IsoglossException(
          address + " answers with more than " + maxBytes + " bytes: is HF_ENDPOINT a hub?");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new IsoglossException(address + " takes too long to answer: try again later");
    }
    return count;
  }

  /** Skipped bytes count too. */
  @Override
  public long skip(long count) throws IOException {
    byte[] skipped = new byte[Math.clamp(count, 0, 1 << 12)];
    return Math.max(0, read(skipped, 0, skipped.length));
  }
}
