// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Validates the decoding of the command line. Java decodes arguments with the encoding of the
 * locale and replaces undecodable bytes by U+FFFD or a question mark: a search would silently use
 * another query, and an index would be created in the wrong folder.
 */
final class ArgumentDecoding {
  private static final Path RAW = Path.of("/proc/self/cmdline");
  private static final String REPLACEMENT = "\ufffd";

  private ArgumentDecoding() {}

  /** Returns the problem with the arguments of this process; empty if all were decoded. */
  static Optional<String> findProblem(String... args) {
    return findProblem(System.getProperty("sun.jnu.encoding", ""), raw(), args);
  }

  /**
   * Returns the problem with the arguments.
   *
   * @param encoding encoding of the locale
   * @param raw the command line of the process before decoding, each word followed by a NUL; empty
   *     if unknown
   */
  static Optional<String> findProblem(String encoding, byte[] raw, String... args) {
    Optional<String> replaced =
        Arrays.stream(args).filter(arg -> arg.contains(REPLACEMENT)).findFirst();
    if (encoding.equals("UTF-8")) {
      return replaced.map(
          arg -> "the argument \"" + arg + "\" is not valid UTF-8; set the terminal to UTF-8");
    }
    if (replaced.isPresent() || isUtf8BeyondAscii(raw, args.length)) {
      return Optional.of(
          "the arguments cannot be decoded"
              + replaced.map(arg -> " (\"" + arg + "\")").orElse("")
              + ": the encoding of the locale is "
              + encoding
              + ", expected UTF-8; run the launcher isogloss, or set LC_ALL=C.UTF-8");
    }
    return Optional.empty();
  }

  /** Returns whether one of the last words contains letters that only UTF-8 explains. */
  private static boolean isUtf8BeyondAscii(byte[] raw, int words) {
    int from = raw.length;
    for (int ends = 0; from > 0 && ends <= words; from--) {
      if (raw[from - 1] == 0 && ++ends > words) {
        break;
      }
    }
    try {
      ByteBuffer last = ByteBuffer.wrap(raw, from, raw.length - from);
      return StandardCharsets.UTF_8.newDecoder().decode(last).chars().anyMatch(c -> c > '~');
    } catch (CharacterCodingException e) {
      return false; // The arguments are in the encoding of the locale.
    }
  }

  private static byte[] raw() {
    try {
      return Files.isReadable(RAW) ? Files.readAllBytes(RAW) : new byte[0];
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
