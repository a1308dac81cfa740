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
 * The arguments of the process. Java decodes them with the encoding of the locale, and replaces
 * what it cannot decode by U+FFFD or a question mark: a search for that would answer another
 * question with confidence, and an index would be made in the wrong place.
 */
final class ArgumentDecoding {
  private static final Path RAW = Path.of("/proc/self/cmdline");
  private static final String REPLACEMENT = "\ufffd";

  private ArgumentDecoding() {}

  /** What is wrong with the arguments of this process; empty if all were decoded. */
  static Optional<String> findProblem(String... args) {
    return findProblem(System.getProperty("sun.jnu.encoding", ""), raw(), args);
  }

  /**
   * What is wrong with the arguments.
   *
   * @param encoding of the locale
   * @param raw the command line of the process before it was decoded, each word with a NUL after
   *     it; empty if unknown
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

  /** Whether one of the last words holds letters that only UTF-8 explains. */
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
