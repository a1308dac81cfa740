// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged until it is closed. */
final class RecordedLog extends Handler implements AutoCloseable {
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  RecordedLog() {
    Logger.getLogger("").addHandler(this);
  }

  List<LogRecord> records() {
    return List.copyOf(records);
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
