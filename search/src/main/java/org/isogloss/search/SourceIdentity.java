package org.isogloss.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Inputs;

/** By what an index, or mining, knows a collection that it has seen before. */
public final class SourceIdentity {
  private final MessageDigest digest = sha256();

  private SourceIdentity() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform must support SHA-256", e);
    }
  }

  /**
   * The identity of a file, or of all files in a folder: path, size and time of change, hashed. A
   * pipe or standard input has none: each call returns another value, which matches no earlier run.
   *
   * @throws IsoglossException if they cannot be looked at
   */
  public static String of(Path origin) {
    SourceIdentity identity = new SourceIdentity();
    if (Inputs.isReadOnce(origin)) {
      identity.add(UUID.randomUUID().toString());
      return identity.hex();
    }
    try {
      Path real = origin.toRealPath();
      if (Files.isDirectory(real)) {
        try (Stream<Path> files = Files.walk(real)) {
          for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
            identity.addFile(file);
          }
        }
      }
      identity.addFile(real);
    } catch (IOException | UncheckedIOException e) {
      throw new IsoglossException(origin + ": cannot be read: " + e.getMessage(), e);
    }
    return identity.hex();
  }

  static String of(List<Document> documents) {
    SourceIdentity identity = new SourceIdentity();
    for (Document document : documents) {
      identity.add(document.id());
      identity.add(document.language().tag());
      identity.add(document.title());
      identity.add(document.text());
    }
    return identity.hex();
  }

  private void addFile(Path file) throws IOException {
    add(file.toString());
    if (Files.isRegularFile(file)) {
      add(Files.size(file));
      add(Files.getLastModifiedTime(file).toMillis());
    }
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    digest.update(bytes);
  }

  private void add(long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
  }

  private String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
