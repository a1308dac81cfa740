// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static java.util.Objects.requireNonNull;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/**
 * The only way to open a file for writing. The target of its path determines how it is written:
 *
 * <ul>
 *   <li>A regular file, or a path that does not exist: the file appears as a whole on {@link
 *       #commit}. Its bytes go to a temporary file in the same folder, which is then renamed. If
 *       the file is closed without a commit, the folder is left unchanged. A file that is replaced
 *       keeps its permissions and, where possible, its owner.
 *   <li>A symbolic link: the target of the link, through any number of links, is replaced; the link
 *       itself is kept.
 *   <li>A device, a FIFO, a process substitution, {@code /dev/fd/N}: the bytes are written
 *       directly. Bytes written before a failure cannot be withdrawn.
 *   <li>{@code -}, {@code /dev/stdout}: standard output. The name {@code ./-} stands for a file
 *       named {@code -}.
 *   <li>A folder: rejected.
 * </ul>
 *
 * <pre>{@code
 * try (OutputFile output = OutputFile.open(file)) {
 *   output.stream().write(bytes);
 *   output.commit();
 * }
 * }</pre>
 *
 * Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final OutputSink sink;
  private final Buffer out;
  private boolean finished;
  private boolean closed;

  private OutputFile(Path file, OutputSink sink) {
    this.file = file;
    this.sink = sink;
    this.out = new Buffer(sink.stream());
  }

  /**
   * Opens a file that is written sequentially.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if it is a folder or cannot be written
   */
  public static OutputFile open(Path file) {
    return open(file, false);
  }

  /**
   * Opens a file in which {@link #patch} may change bytes that were written before. A pipe or
   * device receives its bytes on {@link #finish}; until then they are kept in a temporary file.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if it is a folder or cannot be written
   */
  public static OutputFile openPatchable(Path file) {
    return open(file, true);
  }

  private static OutputFile open(Path file, boolean patchable) {
    requireNonNull(file, "file is null");
    try {
      OutputSink sink =
          switch (OutputTarget.of(file)) {
            case OutputTarget.RegularFile regular -> new AtomicFileSink(regular.path());
            case OutputTarget.SpecialFile special -> new DirectSink(special);
            case OutputTarget.StandardStream standard -> new DirectSink(standard);
          };
      boolean spools = patchable && sink instanceof DirectSink;
      return new OutputFile(file, spools ? new SpoolingSink(sink) : sink);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * Creates the missing parent folders of an output file.
   *
   * @throws IsoglossException if they cannot be created
   */
  public static void createParentFolders(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": its folder cannot be created: " + FileErrors.writeFailure(folder, e), e);
    }
  }

  /**
   * Whether a path leads to standard output; it then carries data, and nothing else may be printed
   * to it.
   */
  public static boolean isStandardOutput(Path file) {
    try {
      return OutputTarget.of(file) instanceof OutputTarget.StandardStream standard
          && standard.descriptor() == FileDescriptor.out;
    } catch (IOException | IsoglossException e) {
      return false; // Opening the file reports the error.
    }
  }

  /**
   * Checks before a long computation whether a file can be written, as far as this can be checked
   * in advance. Does not change or create any file.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if it is a folder or write-protected, or its folder is missing or
   *     write-protected
   */
  public static void requireWritable(Path file) {
    try {
      if (OutputTarget.of(file) instanceof OutputTarget.RegularFile regular) {
        AtomicFileSink.requireWritable(regular.path());
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * The buffered stream to write to. Closing the stream flushes it; the file still needs {@link
   * #commit}.
   */
  public OutputStream stream() {
    return out;
  }

  /**
   * Overwrites bytes that were written before, for instance a header that holds a count.
   *
   * @param position offset of the first byte, from 0
   * @throws IllegalStateException if the file was not opened as patchable
   * @throws IsoglossException if the bytes cannot be written
   */
  public void patch(long position, ByteBuffer bytes) {
    try {
      out.flush();
      sink.patch(position, bytes);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Writes all bytes to the disk or through the pipe; nothing can be written afterwards. When
   * several files belong together, finish all of them before committing any: if the disk is full,
   * none of them is then replaced.
   *
   * @throws IsoglossException if this fails, or if an earlier write has failed
   */
  public void finish() {
    if (finished && !closed) {
      return;
    }
    try {
      out.flush();
      sink.finish();
      finished = true;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Finishes the file and renames it to its final name.
   *
   * @throws IsoglossException if this fails; a regular file is then left unchanged
   */
  public void commit() {
    finish();
    try {
      sink.commit();
    } catch (IOException e) {
      throw failure(e);
    } finally {
      close();
    }
  }

  private void requireUnfinished() {
    if (finished || closed) {
      throw new IllegalStateException(file + " is finished or closed");
    }
  }

  /**
   * Converts a failure to write to {@link #stream} into an exception with a message for the user.
   */
  public IsoglossException failure(IOException e) {
    String message =
        isStandardOutput(file)
            ? "standard output: " + FileErrors.describe(e)
            : file + ": " + FileErrors.writeFailure(file, e);
    return FileErrors.isBrokenPipe(e)
        ? new BrokenPipeException(message, e)
        : new IsoglossException(message, e);
  }

  /** Closes the file; without a commit, the output is discarded. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sink.close();
    }
  }

  /**
   * A buffer that accepts no bytes after a failure, so that a file with a gap cannot be committed.
   */
  private final class Buffer extends OutputStream {
    private final OutputStream buffered;
    private IOException failure;

    Buffer(OutputStream unbuffered) {
      this.buffered = new BufferedOutputStream(unbuffered, BUFFER);
    }

    @Override
    public void write(int oneByte) throws IOException {
      attempt(() -> buffered.write(oneByte));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      attempt(() -> buffered.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
      attempt(buffered::flush);
    }

    @Override
    public void close() throws IOException {
      if (!finished && !closed) {
        flush();
      }
    }

    private void attempt(Attempt attempt) throws IOException {
      requireUnfinished();
      if (failure != null) {
        // A new exception each time: callers add a failure on close to the earlier one as
        // suppressed.
        throw new IOException(failure.getMessage(), failure);
      }
      try {
        attempt.run();
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  @FunctionalInterface
  private interface Attempt {
    void run() throws IOException;
  }
}
