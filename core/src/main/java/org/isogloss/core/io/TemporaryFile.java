// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that exists until it is renamed or closed. The files that are still open when the process
 * ends are removed.
 */
final class TemporaryFile {
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Shutdown.cleaning(() -> OPEN.forEach(TemporaryFile::remove));
  }

  /**
   * Maximum length of a name, in UTF-16 units; with the suffix, the name stays below 255 bytes of
   * UTF-8.
   */
  private static final int NAME_LENGTH = 60;

  private final Path path;
  private final FileChannel channel;

  private TemporaryFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates a file next to another one.
   *
   * @param attributes attributes of the new file, such as its permissions
   */
  static TemporaryFile nextTo(Path target, FileAttribute<?>... attributes) throws IOException {
    String name = target.getFileName().toString();
    if (name.length() > NAME_LENGTH) {
      boolean splits = Character.isHighSurrogate(name.charAt(NAME_LENGTH - 1));
      name = name.substring(0, splits ? NAME_LENGTH - 1 : NAME_LENGTH);
    }
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong(1L << 32));
    Path path = target.resolveSibling(name + "." + random + AtomicFile.UNFINISHED_SUFFIX);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
    FileChannel channel = FileChannel.open(path, options, attributes);
    OPEN.add(path);
    return new TemporaryFile(path, channel);
  }

  Path path() {
    return path;
  }

  OutputStream stream() {
    return Channels.newOutputStream(channel);
  }

  void patch(long position, ByteBuffer bytes) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  /** Forces all bytes to the disk. */
  void force() throws IOException {
    channel.force(true);
  }

  /** Copies all bytes. */
  void copyTo(OutputStream out) throws IOException {
    Channels.newInputStream(channel.position(0)).transferTo(out);
  }

  /** Closes and removes the file; a file that was renamed is kept under its new name. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // force() has already written the bytes to the disk and reported its failures.
    }
    remove(path);
    OPEN.remove(path);
  }

  private static void remove(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The same problem has prevented the writing, which has reported it.
    }
  }
}
