// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.MetadataJson;

/**
 * Identifies a collection, so that a later run can recognise it: a SHA-256 hash of the path and the
 * content of a file, or of all files in a folder.
 *
 * <p>The first call of {@link #value} reads every byte, so a changed file never has the old
 * identity, even if its size and modification time are equal. An input that is not a file or
 * folder, such as a pipe, cannot be read twice; its identity is unique.
 *
 * <p>Not thread-safe.
 */
public final class SourceIdentity {
  private final Path origin;
  private final Language undeclared;
  private final String reading;
  private final SymbolicLinks links;
  private String value;
  private String stamp;

  private SourceIdentity(
      Path origin, Language undeclared, String reading, SymbolicLinks links, String value) {
    this.origin = origin;
    this.undeclared = undeclared;
    this.reading = reading;
    this.links = links;
    this.value = value;
  }

  /** The identity of a file or folder. */
  public static SourceIdentity of(Path origin) {
    return of(origin, Language.UNDETERMINED);
  }

  /**
   * The identity of a file or folder of documents.
   *
   * @param undeclared the language of documents that do not declare theirs; it is part of the
   *     identity
   */
  public static SourceIdentity of(Path origin, Language undeclared) {
    return of(origin, undeclared, "", SymbolicLinks.WITHIN_FOLDER);
  }

  /**
   * The identity of a file or folder of documents.
   *
   * @param undeclared like that of {@link #of(Path, Language)}
   * @param reading how the documents are read, such as other names of their fields, which is part
   *     of the identity; empty by default
   * @param links the symbolic links in a folder to whose content the identity extends
   */
  public static SourceIdentity of(
      Path origin, Language undeclared, String reading, SymbolicLinks links) {
    requireNonNull(origin, "origin is null");
    requireNonNull(undeclared, "undeclared is null");
    requireNonNull(reading, "reading is null");
    requireNonNull(links, "links is null");
    return new SourceIdentity(
        origin, undeclared, reading, links, InputPaths.isReadOnce(origin) ? uniqueValue() : null);
  }

  /** The identity of documents in memory: a hash of all their components. */
  public static SourceIdentity of(List<Document> documents) {
    MessageDigest digest = Checksums.sha256();
    for (Document document : documents) {
      add(digest, document.id());
      add(digest, document.language().tag());
      add(digest, document.title());
      add(digest, document.text());
      add(digest, MetadataJson.write(document.metadata()).toString());
    }
    return known(Checksums.hex(digest));
  }

  /** The identity of a source that is never recognised, because it cannot be compared. */
  public static SourceIdentity unique() {
    return known(uniqueValue());
  }

  private static SourceIdentity known(String value) {
    return new SourceIdentity(null, Language.UNDETERMINED, "", SymbolicLinks.WITHIN_FOLDER, value);
  }

  /** The identity of the deletion of a set of document ids. */
  public static String ofDocumentIds(Set<String> ids) {
    MessageDigest digest = Checksums.sha256();
    new TreeSet<>(ids).forEach(id -> add(digest, id));
    return "delete:" + Checksums.hex(digest);
  }

  /**
   * The identity as a string.
   *
   * @throws IsoglossException if the file or folder cannot be read
   */
  public String value() {
    if (value == null) {
      stamp = stamp();
      MessageDigest digest = Checksums.sha256();
      add(digest, undeclared.tag());
      if (!reading.isEmpty()) {
        add(digest, reading);
      }
      visit((file, attributes) -> addContent(digest, file, attributes));
      value = Checksums.hex(digest);
    }
    return value;
  }

  /**
   * The identity after the collection was read: a unique one if a file was changed meanwhile,
   * because it is then not known which content was read.
   */
  public String valueAfterReading() {
    return stamp == null || stamp.equals(stamp()) ? value() : uniqueValue();
  }

  /** A hash that changes whenever a file is written to, computed without reading its content. */
  private String stamp() {
    MessageDigest digest = Checksums.sha256();
    visit(
        (file, attributes) -> {
          add(digest, file.toString());
          add(digest, attributes.size());
          add(digest, attributes.lastModifiedTime().toString());
          add(digest, String.valueOf(attributes.fileKey()));
          if (file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            add(
                digest,
                Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS).toString());
          }
        });
    return Checksums.hex(digest);
  }

  @FunctionalInterface
  private interface FileAction {
    void accept(Path file, BasicFileAttributes attributes) throws IOException;
  }

  /** Visits the files, and the links that are not followed, in the order of their paths. */
  private void visit(FileAction action) {
    try {
      Path real = origin.toRealPath();
      SortedMap<Path, BasicFileAttributes> files = new TreeMap<>();
      Files.walkFileTree(
          real,
          links == SymbolicLinks.ALL
              ? EnumSet.of(FileVisitOption.FOLLOW_LINKS)
              : EnumSet.noneOf(FileVisitOption.class),
          Integer.MAX_VALUE,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
                files.put(file, attributes);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (file.equals(real)) {
                throw e;
              }
              return FileVisitResult.CONTINUE; // Reading it reports the problem.
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) {
              return FileVisitResult.CONTINUE; // Like visitFileFailed.
            }
          });
      for (Map.Entry<Path, BasicFileAttributes> file : files.entrySet()) {
        accept(action, real, file.getKey(), file.getValue());
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(origin, e);
    }
  }

  /** Passes on a file; one of a folder that vanishes or cannot be read is not part of it. */
  private static void accept(
      FileAction action, Path origin, Path file, BasicFileAttributes attributes)
      throws IOException {
    try {
      action.accept(file, attributes);
    } catch (IOException e) {
      if (file.equals(origin)) {
        throw e;
      }
    }
  }

  private static void addContent(MessageDigest digest, Path file, BasicFileAttributes attributes)
      throws IOException {
    add(digest, file.toString());
    if (attributes.isSymbolicLink()) {
      add(digest, Files.readSymbolicLink(file).toString());
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      add(digest, Checksums.updateFully(digest, in));
    }
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(digest, bytes.length);
    digest.update(bytes);
  }

  private static void add(MessageDigest digest, long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
  }

  private static String uniqueValue() {
    return "unique:" + UUID.randomUUID();
  }
}
