// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.isogloss.core.IsoglossException;

/** Computes SHA-256 and SHA-1 checksums. */
public final class Checksums {
  private static final int BUFFER = 1 << 16;

  private Checksums() {}

  public static MessageDigest sha256() {
    return digest("SHA-256");
  }

  /** The digest that Git uses for object ids. */
  public static MessageDigest sha1() {
    return digest("SHA-1");
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform must support " + algorithm, e);
    }
  }

  /**
   * Returns the SHA-256 of a file as 64 lower-case hexadecimal digits.
   *
   * @throws IsoglossException if the file cannot be read
   */
  public static String sha256(Path file) {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      updateFully(digest, in);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    return hex(digest);
  }

  /** Returns the SHA-256 of a text in UTF-8 as 64 lower-case hexadecimal digits. */
  public static String sha256(String text) {
    MessageDigest digest = sha256();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return hex(digest);
  }

  /**
   * Updates a digest with all remaining bytes of a stream.
   *
   * @return the number of bytes
   */
  public static long updateFully(MessageDigest digest, InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
      size += read;
    }
    return size;
  }

  /** Completes a digest and returns it in lower-case hexadecimal digits. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
