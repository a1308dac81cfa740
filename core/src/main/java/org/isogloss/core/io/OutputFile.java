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
 * The one way to open a file for writing. What its path leads to decides how it is written:
 *
 * <ul>
 *   <li>A regular file, or a free name: it appears as a whole on {@link #commit}. Its bytes go to a
 *       temporary file in the same folder, which then takes its name. Closed without a commit, the
 *       folder is as it was. The permissions of a file that is replaced are kept, its owner where
 *       possible.
 *   <li>A symbolic link: what it leads to, through any number of links, is replaced; the link
 *       stays.
 *   <li>A device, a FIFO, a process substitution, {@code /dev/fd/N}: is written through. What was
 *       written before a failure cannot be taken back.
 *   <li>{@code -}, {@code /dev/stdout}: standard output. A file named {@code -} is {@code ./-}.
 *   <li>A folder: is refused.
 * </ul>
 *
 * <pre>{@code
 * try (OutputFile output = OutputFile.open(file)) {
 *   output.stream().write(bytes);
 *   output.commit();
 * }
 * }</pre>
 *
 * Not for use by several threads at once.
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
   * Opens a file that is written from its beginning to its end.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if it is a folder or cannot be written
   */
  public static OutputFile open(Path file) {
    return open(file, false);
  }

  /**
   * Opens a file of which {@link #patch} may change what was written before. A pipe or device
   * receives its bytes on {@link #finish}; until then they are kept in a temporary file.
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
   * Creates the folders above an output file where they are missing.
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
          file + ": its folder cannot be created: " + FileErrors.describe(e), e);
    }
  }

  /** Whether a path leads to standard output, which then carries data and must not carry more. */
  public static boolean isStandardOutput(Path file) {
    try {
      return OutputTarget.of(file) instanceof OutputTarget.StandardStream standard
          && standard.descriptor() == FileDescriptor.out;
    } catch (IOException | IsoglossException e) {
      return false; // Opening it will report what is wrong.
    }
  }

  /**
   * Checks before long work whether a file can be written, as far as that can be seen; changes and
   * creates nothing.
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

  /** Takes the bytes, buffered. Closing the stream flushes it; the file needs {@link #commit}. */
  public OutputStream stream() {
    return out;
  }

  /**
   * Overwrites bytes that were written before, such as a header that holds a count.
   *
   * @param position of the first byte, from 0
   * @throws IllegalStateException if the file was not opened as patchable
   * @throws IsoglossException if they cannot be written
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
   * Brings all bytes to the disk or through the pipe; nothing can be written afterwards. Files that
   * belong together are all finished, then all committed: a full disk then prevents all of them.
   *
   * @throws IsoglossException if that fails, or an earlier write has failed
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
   * Finishes the file and gives it its name.
   *
   * @throws IsoglossException if that fails; a regular file is then as it was before
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

  /** What a failure to write this file means to the user; for those who write to its stream. */
  public IsoglossException failure(IOException e) {
    String message =
        isStandardOutput(file)
            ? "standard output: " + FileErrors.describe(e)
            : file + ": " + FileErrors.writeFailure(file, e);
    return FileErrors.isBrokenPipe(e)
        ? new BrokenPipeException(message, e)
        : new IsoglossException(message, e);
  }

  /** Removes what was not committed. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sink.close();
    }
  }

  /** Buffers bytes. After a failure it takes no more, so that no gap can be committed. */
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
        // A new one each time: writers add what they catch on closing to what they caught before.
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
