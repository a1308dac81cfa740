// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;

/**
 * The content of a file, or of all files in a folder.
 *
 * @param stamp sizes, times and identities of the files, which are compared without reading them;
 *     empty if they do not prove that the content is the same, because a file was changed too
 *     recently or while it was read
 * @param checksum SHA-256 of the content, in hexadecimal digits
 */
public record PartContent(Optional<String> stamp, String checksum) {
  /** The content of a part if it is not known which content was read. */
  public static final PartContent UNKNOWN = new PartContent(Optional.empty(), "");

  /** Two changes of a file within this time may leave the same time stamp. */
  private static final long RESOLUTION_SECONDS = 2;

  /** The times and the size of a file at a moment. */
  private record Attributes(String text, Instant lastChange) {
    static Attributes of(Path file) throws IOException {
      boolean unix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
      Map<String, Object> found =
          Files.readAttributes(
              file, unix ? "unix:size,lastModifiedTime,ctime,ino,dev" : "size,lastModifiedTime");
      Instant modified = ((FileTime) found.get("lastModifiedTime")).toInstant();
      StringBuilder text = new StringBuilder().append(found.get("size")).append(' ');
      text.append(modified);
      if (!unix) {
        return new Attributes(text.toString(), modified);
      }
      Instant changed = ((FileTime) found.get("ctime")).toInstant();
      text.append(' ').append(changed);
      text.append(' ').append(found.get("dev")).append(':').append(found.get("ino"));
      return new Attributes(text.toString(), changed.isAfter(modified) ? changed : modified);
    }
  }

  /**
   * The present stamp of a file or folder.
   *
   * @return empty if a file was changed within the last two seconds, so that a further change might
   *     not change the stamp
   * @throws org.isogloss.core.IsoglossException if it is missing or cannot be read
   */
  static Optional<String> stamp(Path part) {
    return stamp(part, Instant.now());
  }

  /** The stamp of a file or folder at a time. */
  static Optional<String> stamp(Path part, Instant now) {
    try {
      Instant unsettled = now.minusSeconds(RESOLUTION_SECONDS);
      if (!Files.isDirectory(part)) {
        Attributes found = Attributes.of(part);
        return found.lastChange().isBefore(unsettled)
            ? Optional.of(found.text())
            : Optional.empty();
      }
      MessageDigest digest = Checksums.sha256();
      for (Path file : files(part)) {
        Attributes found = Attributes.of(file);
        if (!found.lastChange().isBefore(unsettled)) {
          return Optional.empty();
        }
        add(digest, part.relativize(file).toString());
        add(digest, found.text());
      }
      return Optional.of(Checksums.hex(digest));
    } catch (IOException e) {
      throw FileErrors.cannotRead(part, e);
    }
  }

  /**
   * Reads the content of a file or folder.
   *
   * @throws org.isogloss.core.IsoglossException if it is missing or cannot be read
   */
  public static PartContent of(Path part) {
    Optional<String> before = stamp(part);
    return new PartContent(before, checksum(part));
  }

  /** SHA-256 of the content of a file, or of the names and contents of the files in a folder. */
  static String checksum(Path part) {
    MessageDigest digest = Checksums.sha256();
    try {
      if (Files.isDirectory(part)) {
        for (Path file : files(part)) {
          add(digest, part.relativize(file).toString());
          addContent(digest, file);
        }
      } else {
        addContent(digest, part);
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(part, e);
    }
    return Checksums.hex(digest);
  }

  /** Returns this content without its stamp if the part has changed since it was read. */
  public PartContent afterReading(Path part) {
    return stamp.isEmpty() || (Files.exists(part) && stamp(part).equals(stamp)) ? this : UNKNOWN;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void addContent(MessageDigest digest, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Checksums.updateFully(digest, in);
    }
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
