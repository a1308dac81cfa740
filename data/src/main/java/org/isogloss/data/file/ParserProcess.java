// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.file.ParserMain.Answer;

/**
 * A process that parses documents with a heap and a time limit of its own: no library that parses
 * PDF or HTML bounds what a document of a few hundred bytes can demand. A process that exceeds a
 * limit ends, and cannot be used again.
 */
final class ParserProcess implements Closeable {
  /** The time in which Java starts even on a machine that is overloaded. */
  private static final Duration START = Duration.ofSeconds(60);

  /** Variables with flags for every Java program, which may contradict those of the command. */
  private static final List<String> FLAGS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** The exit code of Java after an OutOfMemoryError. */
  private static final int OUT_OF_MEMORY = 3;

  private static final int MAX_MESSAGE = 1_000;

  private final Process process;
  private final int heapMiB;
  private final DataOutputStream requests;
  private final DataInputStream answers;

  private ParserProcess(Process process, int heapMiB) {
    this.process = process;
    this.heapMiB = heapMiB;
    this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * Starts a process.
   *
   * @param heapMiB the maximum size of its heap, in MiB
   * @throws IOException if it does not start; the message is what it printed
   */
  static ParserProcess start(int heapMiB) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(ParserCommand.of(heapMiB));
    FLAGS.forEach(builder.environment()::remove);
    ParserProcess started = new ParserProcess(builder.start(), heapMiB);
    try (TimeLimit limit = new TimeLimit(started.process, START)) {
      started.requireReady(limit);
      return started;
    } catch (IOException e) {
      started.close();
      throw e;
    }
  }

  private void requireReady(TimeLimit limit) throws IOException {
    try {
      answers.readUTF(); // Answer.READY
    } catch (EOFException e) {
      byte[] printed = process.getErrorStream().readNBytes(MAX_MESSAGE);
      String message = new String(printed, StandardCharsets.UTF_8).strip();
      throw new IOException(
          limit.isExceeded() ? "it takes more than " + START.toSeconds() + " s" : message, e);
    }
  }

  /**
   * Parses a document.
   *
   * @throws MalformedRecordException if its content is malformed, or parsing it exceeds a limit
   * @throws FormatException if it cannot be read
   */
  FileContent parse(DocumentFile file, Optional<Language> language, Duration time)
      throws MalformedRecordException {
    TimeLimit limit = new TimeLimit(process, time);
    try (limit) {
      requests.writeUTF(file.kind().name());
      FileContentCodec.writeText(file.path().toAbsolutePath().toUri().toString(), requests);
      requests.writeUTF(language.map(Language::tag).orElse(""));
      requests.flush();
      return switch (Answer.valueOf(answers.readUTF())) {
        case MALFORMED -> throw new MalformedRecordException(FileContentCodec.readText(answers));
        case UNREADABLE ->
            throw new FormatException(
                file.path(), answers.readLong(), FileContentCodec.readText(answers));
        default -> FileContentCodec.read(answers);
      };
    } catch (IOException e) {
      boolean inTime = !limit.isExceeded();
      close();
      throw new MalformedRecordException(
          (inTime ? causeOfEnd() : "takes more than " + time.toSeconds() + " s to be parsed")
              + ", expected a simpler document: convert it to text, or split it");
    }
  }

  private String causeOfEnd() {
    int code = process.exitValue();
    return code == OUT_OF_MEMORY
        ? "needs more than " + heapMiB + " MiB of memory to be parsed"
        : "ends the process that parses it (exit code " + code + ")";
  }

  /** Whether the process can parse another document. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException e) {
      // It is about to end by itself, with the exit code that says why.
    }
    boolean interrupted = false;
    try {
      process.waitFor(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    process.destroyForcibly().onExit().join();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills a process that has not answered in time. */
  private static final class TimeLimit implements AutoCloseable {
    private final CompletableFuture<Void> killing;

    TimeLimit(Process process, Duration time) {
      Executor later = CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
      killing = CompletableFuture.runAsync(process::destroyForcibly, later);
    }

    boolean isExceeded() {
      return !killing.isCancelled();
    }

    @Override
    public void close() {
      killing.cancel(false);
    }
  }
}
