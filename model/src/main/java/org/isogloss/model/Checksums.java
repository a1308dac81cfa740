package org.isogloss.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.isogloss.core.FileProblem;

/** SHA-256 and SHA-1, which every Java has. */
final class Checksums {
  private static final int BUFFER = 1 << 16;

  private Checksums() {}

  static MessageDigest sha256() {
    return digest("SHA-256");
  }

  /** What Git names its objects by. */
  static MessageDigest sha1() {
    return digest("SHA-1");
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform must support " + algorithm, e);
    }
  }

  /** Of a file's bytes, as 64 lower-case hexadecimal digits. */
  static String sha256(Path file) {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      update(digest, in);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileProblem.reading(file, e), e);
    }
    return hex(digest);
  }

  /** Takes in all bytes to the end. */
  static void update(MessageDigest digest, InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
