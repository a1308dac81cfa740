// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;

/**
 * Damages files at random with a seed, and requires that reading them either succeeds or throws an
 * {@link IsoglossException}, without using much memory or time.
 */
public final class FileMutations {
  /**
   * Number of bytes that reading a small file may allocate, which are available in a heap of 256
   * MiB.
   */
  private static final long MAX_ALLOCATED = 160L << 20;

  /** Processor time of one reading, which does not depend on what else the machine does. */
  private static final long MAX_NANOS = 10_000_000_000L;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Pattern TOKEN =
      Pattern.compile("-?[0-9][-+.eE0-9]*|\"[^\"\\\\]*\"|true|false|null|[\\[\\]{}:,]");

  private static final List<String> EXTREMES =
      List.of(
          "null",
          "-1",
          "0",
          "1e999",
          "-1e999",
          "1.5",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "99999999999999999999",
          "true",
          "\"\"",
          "\"\\u0000\"",
          "\"../../../etc/passwd\"",
          "[]",
          "{}",
          "[[[[]]]]",
          "{\"a\": {}}");

  /** Reads a damaged file. */
  @FunctionalInterface
  public interface Reading {
    void read(byte[] damaged) throws Exception;
  }

  private FileMutations() {}

  /**
   * Reads many damaged versions of a file.
   *
   * @param json whether to replace JSON tokens in addition to bytes
   * @param count number of versions
   * @param seed seed of the first version; each further version uses the next seed
   */
  public static void each(byte[] original, boolean json, int count, long seed, Reading reading) {
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed + i);
      byte[] damaged = original;
      for (int times = random.nextInt(3); times >= 0; times--) {
        damaged = json && random.nextInt(4) > 0 ? token(damaged, random) : bytes(damaged, random);
      }
      require(damaged, seed + i, reading);
    }
  }

  private static void require(byte[] damaged, long seed, Reading reading) {
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    try {
      reading.read(damaged);
    } catch (IsoglossException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("seed " + seed + ": an exception without a message", e);
      }
    } catch (Exception | Error e) {
      throw new AssertionError("seed " + seed + ": " + e, e);
    }
    long nanos = THREADS.getCurrentThreadCpuTime() - start;
    long allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
    if (nanos > MAX_NANOS || allocatedBytes > MAX_ALLOCATED) {
      throw new AssertionError(
          "seed " + seed + ": " + nanos / 1_000_000 + " ms, " + (allocatedBytes >> 20) + " MiB");
    }
  }

  /** Replaces, removes or repeats one token of a text. */
  private static byte[] token(byte[] original, Random random) {
    String text = new String(original, StandardCharsets.UTF_8);
    List<MatchResult> tokens = TOKEN.matcher(text).results().limit(20_000).toList();
    if (tokens.isEmpty()) {
      return bytes(original, random);
    }
    MatchResult token = tokens.get(random.nextInt(tokens.size()));
    String by =
        switch (random.nextInt(8)) {
          case 0 -> "";
          case 1 -> token.group() + token.group();
          case 2 -> tokens.get(random.nextInt(tokens.size())).group();
          case 3 -> "[".repeat(3000);
          case 4 -> "\"" + "x".repeat(100_000) + "\"";
          default -> EXTREMES.get(random.nextInt(EXTREMES.size()));
        };
    return (text.substring(0, token.start()) + by + text.substring(token.end()))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(byte[] original, Random random) {
    if (original.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    byte[] copy = original.clone();
    int at = random.nextInt(copy.length);
    // Headers are at the beginning or at the end.
    if (random.nextBoolean()) {
      int near = Math.min(copy.length, 200);
      at = random.nextInt(near);
      at = random.nextBoolean() ? at : copy.length - 1 - at;
    }
    switch (random.nextInt(7)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 1 -> copy[at] = (byte) random.nextInt();
      case 2 -> copy[at] = (byte) (random.nextBoolean() ? 0xff : 0);
      case 3 -> copy = Arrays.copyOf(copy, at);
      case 4 ->
          Arrays.fill(copy, at, Math.min(copy.length, at + 1 + random.nextInt(9)), (byte) 0xff);
      case 5 -> copy = spliced(copy, at, at, Arrays.copyOfRange(copy, at, end(copy, at, random)));
      default -> copy = spliced(copy, at, end(copy, at, random), new byte[0]);
    }
    return copy;
  }

  private static int end(byte[] bytes, int from, Random random) {
    return Math.min(bytes.length, from + 1 + random.nextInt(64));
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] replacement) {
    byte[] result = new byte[from + replacement.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(replacement, 0, result, from, replacement.length);
    System.arraycopy(bytes, to, result, from + replacement.length, bytes.length - to);
    return result;
  }
}
