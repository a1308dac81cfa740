// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/** A file to which lines of JSON are appended, each with its time. Thread-safe. */
public final class JsonLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(JsonLog.class.getName());

  private final Path file;
  private final Clock clock;
  private OutputStream out;
  private boolean failed;

  /**
   * Opens a file, to which lines are appended.
   *
   * @throws IsoglossException if it cannot be written, or is a folder
   */
  public JsonLog(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
    this.out = open(file);
  }

  private static OutputStream open(Path file) {
    try {
      return Files.newOutputStream(
          file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * Checks that lines can be appended to a file, without creating it.
   *
   * @throws IsoglossException if it cannot be written or created, or is a folder
   */
  public static void requireWritable(Path file) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    if (!Files.exists(file) && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      throw new IsoglossException(
          file + ": cannot be created, because " + folder + " is no folder that can be written");
    }
    if (Files.isDirectory(file) || (Files.exists(file) && !Files.isWritable(file))) {
      throw new IsoglossException(
          file + ": is a folder or cannot be written, expected a file to append lines to");
    }
  }

  /**
   * Opens the file again, after another program has renamed it.
   *
   * @throws IsoglossException like the constructor; the former file then remains in use
   */
  public void reopen() {
    OutputStream next = open(file);
    synchronized (this) {
      close();
      out = next;
      failed = false;
    }
  }

  /**
   * Appends a line.
   *
   * @param content adds its keys after {@code time}
   */
  public void append(Consumer<ObjectNode> content) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    content.accept(line);
    write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Requests are answered whether or not there is space for their lines. */
  private synchronized void write(byte[] line) {
    try {
      out.write(line);
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        failed = true;
        LOG.log(
            Level.WARNING, "{0}: {1}; lines are missing", file, FileErrors.writeFailure(file, e));
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0}: {1}", file, FileErrors.writeFailure(file, e));
    }
  }
}
