// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;

/**
 * The process that parses documents for this one: it starts with the first document that needs it,
 * starts again after a document that ended it, and ends when it is idle.
 *
 * <p>Where no process can be started, for instance because the classes are in a jar inside of
 * another one, documents are parsed in this process, without a limit of time and memory.
 */
final class ParserProcesses {
  private static final Logger LOGGER = Logger.getLogger(ParserProcesses.class.getName());

  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("isogloss.parser.seconds", 10));
  private static final int HEAP_MIB = Integer.getInteger("isogloss.parser.heap", 192);
  private static final Duration IDLE = Duration.ofSeconds(30);

  private static Optional<ParserProcess> running = Optional.empty();
  private static boolean unavailable;
  private static long parsed;

  private ParserProcesses() {}

  /**
   * Parses a document.
   *
   * @throws MalformedRecordException if its content is malformed, or parsing it exceeds a limit
   * @throws org.isogloss.data.FormatException if it cannot be read
   */
  static synchronized FileContent parse(DocumentFile file, Optional<Language> language)
      throws MalformedRecordException {
    if (running.filter(ParserProcess::isAlive).isEmpty()) {
      running = start();
    }
    if (running.isEmpty()) {
      return file.parse(language, ParsingBudget.FULL);
    }
    try {
      return running.get().parse(file, language, TIME);
    } finally {
      endIfIdle(++parsed);
    }
  }

  private static Optional<ParserProcess> start() {
    if (unavailable) {
      return Optional.empty();
    }
    try {
      return Optional.of(ParserProcess.start(HEAP_MIB));
    } catch (IOException e) {
      unavailable = true;
      LOGGER.log(
          Level.WARNING,
          "Documents are parsed without a limit of time and memory, because no process for them can"
              + " be started: {0}",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Ends the process later, if it has not parsed another document until then. */
  private static void endIfIdle(long count) {
    CompletableFuture.delayedExecutor(IDLE.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> endIfStill(count));
  }

  private static synchronized void endIfStill(long count) {
    if (count == parsed) {
      running.ifPresent(ParserProcess::close);
      running = Optional.empty();
    }
  }
}
