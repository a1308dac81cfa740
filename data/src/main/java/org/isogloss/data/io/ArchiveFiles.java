// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.SkippedFiles;

/**
 * Iterates over the files in a ZIP or tar archive, compressed or not. Each file is copied to a
 * temporary folder, under its path in the archive, and deleted when the next one is asked for, so
 * that a large archive needs little space. Hidden files, links and paths that lead out of the
 * archive are skipped.
 *
 * <p>All files together are bounded by the size of the archive, because a small one can contain
 * endless zeros.
 */
public final class ArchiveFiles implements Iterator<Path>, Closeable {
  /**
   * Texts are never compressed to less than one hundredth; archives that expand more than this and
   * than 256 MiB are rejected.
   */
  private static final long MAX_RATIO = 100;

  private static final long FREE_BYTES = 256L << 20;

  /** Maximum length of a name that every file system accepts. */
  private static final int MAX_NAME_BYTES = 255;

  private static final int MAX_PATH_BYTES = 2_000;

  /** A member of an archive; its content is read before the next one. */
  private record Member(String name, boolean isFolder, boolean isFile, InputStream content) {}

  /** The members of an archive in their order. */
  private interface Members extends Closeable {
    /** Returns the next member; empty at the end. */
    Optional<Member> next() throws IOException;
  }

  private final Path archive;
  private final Path root;
  private final Path folder;
  private final SkippedFiles skipped;
  private final Members members;
  private long remaining;
  private Optional<Path> upcoming = Optional.empty();
  private Optional<Path> copy = Optional.empty();
  private boolean isClosed;

  private ArchiveFiles(Path archive, Path root, Path prefix, Members members, long size) {
    this.archive = archive;
    this.root = root;
    this.folder = root.resolve(prefix);
    this.skipped = new SkippedFiles(folder, archive);
    this.members = members;
    this.remaining = capacity(size);
  }

  private static long capacity(long size) {
    return FREE_BYTES + MAX_RATIO * size;
  }

  static FormatException tooLarge(Path archive) {
    return new FormatException(
        archive,
        0,
        "contains more than 256 MiB and 100 times its size: unpack it, and use the folder");
  }

  /** Whether a file is an archive: a tar archive, or a ZIP archive that is no other document. */
  public static boolean isArchive(Path file) {
    try (InputFileStream in = InputFileStream.openBinary(file)) {
      byte[] head = in.peek(512);
      return isZip(head) ? isPlainZip(file) : isTar(head);
    } catch (IOException | FormatException e) {
      return false; // A reader of another format reports the problem.
    }
  }

  private static boolean isZip(byte[] head) {
    return head.length > 3 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
  }

  private static boolean isTar(byte[] head) {
    return head.length == 512
        && Arrays.equals(head, 257, 262, new byte[] {'u', 's', 't', 'a', 'r'}, 0, 5);
  }

  /** Spreadsheets, programs and the like are ZIP archives, but no folders of files. */
  private static boolean isPlainZip(Path file) throws IOException {
    try (ZipFile zip = openZip(file)) {
      return Stream.of("[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF")
          .allMatch(name -> zip.getEntry(name) == null);
    }
  }

  /**
   * Opens an archive.
   *
   * @param prefix the path of the files below {@link #root}; may be empty
   * @throws FormatException if the archive cannot be read
   * @throws IsoglossException if no temporary folder can be created
   */
  public static ArchiveFiles open(Path archive, Path prefix) {
    try {
      byte[] head;
      try (InputFileStream in = InputFileStream.openBinary(archive)) {
        head = in.peek(512);
      }
      long size = Files.size(archive);
      Members members = isZip(head) ? zip(archive) : tar(archive, size);
      return new ArchiveFiles(archive, newTemporaryFolder(archive), prefix, members, size);
    } catch (IOException e) {
      throw damaged(archive, e);
    }
  }

  private static Path newTemporaryFolder(Path archive) {
    try {
      return Files.createTempDirectory("isogloss-archive-");
    } catch (IOException e) {
      throw new IsoglossException(
          archive
              + ": cannot be unpacked, because nothing can be written to the folder for temporary"
              + " files ("
              + FileErrors.describe(e)
              + ")",
          e);
    }
  }

  /** The temporary folder to which the files are copied; deleted when this is closed. */
  public Path root() {
    return root;
  }

  /** The folder below {@link #root} that contains the files. */
  public Path folder() {
    return folder;
  }

  /** The members that were skipped so far, shown by their paths below that of the archive. */
  public SkippedFiles skippedFiles() {
    return skipped;
  }

  private static FormatException damaged(Path archive, IOException e) {
    return new FormatException(
        archive,
        0,
        "the archive is truncated or damaged (" + e.getMessage() + "): get a complete copy");
  }

  /** Opens an archive whose names are UTF-8, or in the encoding of DOS, which is the other one. */
  private static ZipFile openZip(Path archive) throws IOException {
    try {
      return new ZipFile(archive.toFile());
    } catch (ZipException e) {
      return new ZipFile(archive.toFile(), Charset.forName("IBM437"));
    }
  }

  /** The names of members that are links, which the Java platform takes for files. */
  private static Set<String> symbolicLinks(Path archive) throws IOException {
    Set<String> links = new HashSet<>();
    try (var zip =
        org.apache.commons.compress.archivers.zip.ZipFile.builder()
            .setPath(archive)
            .setIgnoreLocalFileHeader(true)
            .get()) {
      zip.getEntries()
          .asIterator()
          .forEachRemaining(
              entry -> {
                if (entry.isUnixSymlink()) {
                  links.add(entry.getName());
                }
              });
    }
    return links;
  }

  private static Members zip(Path archive) throws IOException {
    Set<String> links = symbolicLinks(archive);
    ZipFile zip = openZip(archive);
    Enumeration<? extends ZipEntry> entries = zip.entries();
    return new Members() {
      @Override
      public Optional<Member> next() throws IOException {
        if (!entries.hasMoreElements()) {
          return Optional.empty();
        }
        ZipEntry entry = entries.nextElement();
        String name = entry.getName().replace('\\', '/');
        return Optional.of(
            new Member(
                name,
                entry.isDirectory(),
                !links.contains(entry.getName()),
                zip.getInputStream(entry)));
      }

      @Override
      public void close() throws IOException {
        zip.close();
      }
    };
  }

  /** The library takes links and devices for files, too. */
  private static boolean isRegularFile(TarArchiveEntry entry) {
    return entry.isFile()
        && !entry.isSymbolicLink()
        && !entry.isLink()
        && !entry.isFIFO()
        && !entry.isCharacterDevice()
        && !entry.isBlockDevice();
  }

  private static Members tar(Path archive, long size) {
    TarBytes bytes = new TarBytes(archive, InputFileStream.openBinary(archive), capacity(size));
    TarArchiveInputStream tar = new TarArchiveInputStream(bytes, "UTF-8");
    return new Members() {
      @Override
      public Optional<Member> next() throws IOException {
        if (tar.getCurrentEntry() != null) {
          tar.transferTo(OutputStream.nullOutputStream()); // What was skipped is no header.
        }
        bytes.beginHeader();
        TarArchiveEntry entry = tar.getNextEntry();
        bytes.endHeader();
        return entry == null
            ? Optional.empty()
            : Optional.of(
                new Member(entry.getName(), entry.isDirectory(), isRegularFile(entry), tar));
      }

      @Override
      public void close() throws IOException {
        tar.close();
      }
    };
  }

  /** Unpacks the next file, and deletes the copy of the previous one. */
  @Override
  public boolean hasNext() {
    try {
      while (upcoming.isEmpty()) {
        Optional<Member> member = members.next();
        if (member.isEmpty()) {
          return false;
        }
        if (!member.get().isFolder() && isWanted(member.get())) {
          upcoming = unpack(member.get());
        }
      }
      return true;
    } catch (IOException e) {
      throw damaged(archive, e);
    }
  }

  private boolean isWanted(Member member) {
    List<String> path = List.of(member.name().split("/"));
    if (member.name().startsWith("/") || path.contains("..") || member.name().indexOf('\0') >= 0) {
      skipped.add(folder.resolve("..."), "leads out of the archive");
      return false;
    }
    if (member.name().getBytes(UTF_8).length > MAX_PATH_BYTES
        || path.stream().anyMatch(name -> name.getBytes(UTF_8).length > MAX_NAME_BYTES)) {
      skipped.add(folder.resolve("..."), "has a name that is too long");
      return false;
    }
    Path file = folder.resolve(member.name());
    if (path.stream().anyMatch(name -> name.startsWith(".") && !name.equals("."))
        || path.contains("__MACOSX")) {
      skipped.add(file, "is hidden");
      return false;
    }
    if (!member.isFile()) {
      skipped.add(file, "is a link or a device");
      return false;
    }
    return true;
  }

  @Override
  public Path next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Path file = upcoming.orElseThrow();
    upcoming = Optional.empty();
    return file;
  }

  /** Copies a member to the temporary folder; empty if no file can have its name. */
  private Optional<Path> unpack(Member member) {
    Path file = folder.resolve(member.name()).normalize();
    try {
      deleteCopy();
      Files.createDirectories(file.getParent());
      try (OutputStream out = Files.newOutputStream(file)) {
        copy = Optional.of(file);
        copy(member.content(), out);
      }
      return copy;
    } catch (FileSystemException e) {
      skipped.add(file, "cannot be unpacked under this name");
      return Optional.empty();
    } catch (IOException e) {
      throw new IsoglossException(
          "a file of " + archive + " cannot be unpacked: " + FileErrors.writeFailure(file, e), e);
    }
  }

  private void copy(InputStream content, OutputStream out) throws IOException {
    byte[] buffer = new byte[1 << 16];
    int read = read(content, buffer);
    while (read >= 0) {
      remaining -= read;
      if (remaining < 0) {
        throw tooLarge(archive);
      }
      out.write(buffer, 0, read);
      read = read(content, buffer);
    }
  }

  private int read(InputStream content, byte[] buffer) {
    try {
      return content.read(buffer);
    } catch (IOException e) {
      throw damaged(archive, e);
    }
  }

  private void deleteCopy() throws IOException {
    if (copy.isPresent()) {
      Files.deleteIfExists(copy.get());
      copy = Optional.empty();
    }
  }

  /** Closes the archive and deletes the temporary folder; closing again has no effect. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try (members;
        Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
