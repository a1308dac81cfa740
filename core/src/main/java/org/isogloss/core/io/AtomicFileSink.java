// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Writes to a temporary file in the folder of the target, then renames it to the target. */
final class AtomicFileSink implements OutputSink {
  private final Path target;
  private final TemporaryFile temporary;

  /** Opens a target whose symbolic links are resolved; it may exist or not. */
  AtomicFileSink(Path target) throws IOException {
    requireWritable(target);
    this.target = target;
    Optional<PosixFileAttributes> replaced = attributes(target);
    // A file that only its owner may read must not be readable by others under a temporary name.
    FileAttribute<?>[] permissions =
        replaced
            .map(PosixFileAttributes::permissions)
            .map(PosixFilePermissions::asFileAttribute)
            .stream()
            .toArray(FileAttribute<?>[]::new);
    this.temporary = TemporaryFile.nextTo(target, permissions);
    try {
      if (replaced.isPresent()) {
        copyAttributes(replaced.get());
      }
    } catch (IOException | RuntimeException e) {
      temporary.close();
      throw e;
    }
  }

  /**
   * Reports, as far as this can be checked in advance, what prevents the file from being written.
   */
  static void requireWritable(Path target) throws IOException {
    if (exists(target) && !Files.isWritable(target)) {
      throw new AccessDeniedException(target.toString());
    }
    Path folder = target.getParent();
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(target.toString());
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  /**
   * Whether a file exists; a name that cannot exist, such as one that is too long, causes an
   * exception.
   */
  private static boolean exists(Path target) throws IOException {
    try {
      Files.readAttributes(target, BasicFileAttributes.class);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static Optional<PosixFileAttributes> attributes(Path target) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    return view == null || !exists(target) ? Optional.empty() : Optional.of(view.readAttributes());
  }

  /** Gives the temporary file the owner, group and permissions of the file that it replaces. */
  private void copyAttributes(PosixFileAttributes replaced) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(temporary.path(), PosixFileAttributeView.class);
    PosixFileAttributes created = view.readAttributes();
    try {
      if (!created.group().equals(replaced.group())) {
        view.setGroup(replaced.group());
      }
      if (!created.owner().equals(replaced.owner())) {
        view.setOwner(replaced.owner());
      }
    } catch (IOException e) {
      // Only root may change the owner; otherwise the new file belongs to the current user.
    }
    view.setPermissions(replaced.permissions()); // last, because the umask has reduced them
  }

  @Override
  public OutputStream stream() {
    return temporary.stream();
  }

  @Override
  public void patch(long position, ByteBuffer bytes) throws IOException {
    temporary.patch(position, bytes);
  }

  @Override
  public void finish() throws IOException {
    temporary.force();
  }

  @Override
  public void commit() throws IOException {
    try {
      Files.move(
          temporary.path(),
          target,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary.path(), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void close() {
    temporary.close();
  }
}
