// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;

/**
 * The tokens that clients send as {@code Authorization: Bearer TOKEN}. Only their digests are kept,
 * and every comparison takes the same time for all tokens of all lengths. Thread-safe.
 */
public final class AccessTokens {
  /** Minimum length of a token; a shorter one could be guessed. */
  private static final int MIN_LENGTH = 16;

  /** Names of indexes, or beginnings of names that end with an asterisk. */
  private static final Pattern INDEXES = Pattern.compile("[\\p{L}\\p{M}\\p{N}._-]{0,100}\\*?");

  private static final String BEARER = "bearer ";
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final System.Logger LOG = System.getLogger(AccessTokens.class.getName());

  private final Optional<Path> file;
  private volatile List<Token> tokens;

  /**
   * @param indexes names as {@link Grant} has them; empty for all indexes
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Token(Access access, byte[] digest, List<String> indexes) {}

  private AccessTokens(Optional<Path> file, List<Token> tokens) {
    this.file = file;
    this.tokens = List.copyOf(tokens);
  }

  /** Returns no tokens: everything is open to all clients. */
  public static AccessTokens none() {
    return new AccessTokens(Optional.empty(), List.of());
  }

  /**
   * Reads a file in UTF-8 with a token on each line, after {@code read}, {@code write} or {@code
   * admin}, of which each includes those before it, and perhaps before the names of the indexes for
   * which it is. A token may be on several lines. Blank lines and lines that begin with {@code #}
   * are ignored. If all users of the machine can read the file, a warning is logged.
   *
   * @throws IsoglossException if the file cannot be read, is in another encoding, has another line,
   *     or has no token
   */
  public static AccessTokens read(Path file) {
    return new AccessTokens(Optional.of(file), tokens(file));
  }

  /**
   * Reads the file again. Requests that begin afterwards need its present tokens.
   *
   * @throws IsoglossException like {@link #read}; the previous tokens then remain valid
   */
  public void reload() {
    if (file.isPresent()) {
      tokens = tokens(file.get());
    }
  }

  private static List<Token> tokens(Path file) {
    List<String> lines = lines(file);
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        tokens.add(parse(file, i + 1, line));
      }
    }
    if (tokens.isEmpty()) {
      throw new IsoglossException(
          file + ": has no token, expected lines such as: write, a space, and a random token");
    }
    return tokens;
  }

  private static List<String> lines(Path file) {
    try {
      warnIfPublic(file);
      byte[] bytes = Files.readAllBytes(file);
      ByteBuffer read = ByteBuffer.wrap(bytes);
      try {
        String text = StandardCharsets.UTF_8.newDecoder().decode(read).toString();
        return text.substring(text.startsWith(BYTE_ORDER_MARK) ? 1 : 0).lines().toList();
      } catch (CharacterCodingException e) {
        // The line is not quoted, because it contains a secret.
        long line = 1 + IntStream.range(0, read.position()).filter(i -> bytes[i] == '\n').count();
        throw new IsoglossException(
            file
                + ":"
                + line
                + ": is not in UTF-8, expected tokens in UTF-8: convert the file, for instance with"
                + " iconv -f WINDOWS-1252 -t UTF-8",
            e);
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private static void warnIfPublic(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null
        && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ)) {
      LOG.log(
          Level.WARNING,
          "{0}: all users of this machine can read the tokens; run chmod 600 on the file",
          file);
    }
  }

  private static Token parse(Path file, int number, String line) {
    String[] parts = line.split("\\s+", -1);
    Optional<Access> access =
        switch (parts[0]) {
          case "read" -> Optional.of(Access.READ);
          case "write" -> Optional.of(Access.WRITE);
          case "admin" -> Optional.of(Access.ADMIN);
          default -> Optional.empty();
        };
    // The line is not quoted, because it contains a secret.
    if (access.isEmpty() || parts.length < 2 || parts[1].length() < MIN_LENGTH) {
      throw new IsoglossException(
          file
              + ":"
              + number
              + ": expected read, write or admin, white space, a token of "
              + MIN_LENGTH
              + " or more characters without white space, and perhaps names of indexes");
    }
    List<String> indexes = List.of(parts).subList(2, parts.length);
    for (String name : indexes) {
      if (!INDEXES.matcher(name).matches()) {
        throw new IsoglossException(
            file
                + ":"
                + number
                + ": expected names of indexes after the token, of letters, digits, dots,"
                + " underscores and hyphens, or beginnings of names that end with *");
      }
    }
    return new Token(access.get(), digest(parts[1]), indexes);
  }

  /** Whether clients need a token. */
  public boolean required() {
    return !tokens.isEmpty();
  }

  /**
   * Checks what a client may do.
   *
   * @param authorization the header of the request
   * @param needed what the client wants to do
   * @return the indexes with which it may do so
   * @throws RequestException if it lacks a token, or has one that does not allow this
   */
  Grant require(Optional<String> authorization, Access needed) {
    requireNonNull(needed, "needed is null");
    List<Token> current = tokens;
    if (needed == Access.PUBLIC || current.isEmpty()) {
      return Grant.ALL;
    }
    String header = authorization.orElse("");
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw RequestException.of(
          RequestException.Reason.UNAUTHORIZED,
          "a token is missing: send the header Authorization: Bearer TOKEN");
    }
    byte[] digest = digest(header.substring(BEARER.length()).strip());
    List<Token> own = new ArrayList<>();
    for (Token token : current) {
      if (MessageDigest.isEqual(token.digest(), digest)) {
        own.add(token);
      }
    }
    if (own.isEmpty()) {
      throw RequestException.of(RequestException.Reason.UNAUTHORIZED, "the token is not known");
    }
    List<Token> allowed =
        own.stream().filter(token -> token.access().compareTo(needed) >= 0).toList();
    if (allowed.isEmpty()) {
      throw RequestException.of(
          RequestException.Reason.FORBIDDEN,
          needed == Access.WRITE
              ? "the token allows to read, but not to write"
              : "the token does not allow to administer indexes and models: use one of admin");
    }
    return allowed.stream().anyMatch(token -> token.indexes().isEmpty())
        ? Grant.ALL
        : Grant.of(allowed.stream().flatMap(token -> token.indexes().stream()).toList());
  }

  private static byte[] digest(String token) {
    return Checksums.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
  }
}
