// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.isogloss.cli.console.Console;
import org.isogloss.core.util.DisplayText;

/** The format of the log of a server. */
enum LogFormat {
  /** That of java.util.logging, which a file named by its system property can configure. */
  TEXT,
  /** An object on each line. */
  JSON;

  private static final System.Logger LOG = System.getLogger(LogFormat.class.getName());

  /** Applies to all logs of the process. */
  void apply() {
    if (this == JSON) {
      Arrays.stream(Logger.getLogger("").getHandlers())
          .forEach(handler -> handler.setFormatter(new JsonFormatter()));
    }
  }

  /** Reports what the server does, in the log if the log is for programs. */
  void note(Console console, String text) {
    if (this == JSON) {
      LOG.log(Level.INFO, text);
    } else {
      console.note(text);
    }
  }

  /** Reports what the server is doing; on a terminal the next report replaces it. */
  void activity(Console console, String text) {
    if (this == JSON) {
      note(console, text);
    } else {
      console.activity(text);
    }
  }

  /** Reports a problem like {@link #note}. */
  void warn(Console console, String text) {
    if (this == JSON) {
      LOG.log(Level.WARNING, text);
    } else {
      console.warn(text);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Writes time, level, logger, message, and class and message of what was thrown. */
  static final class JsonFormatter extends Formatter {
    @Override
    public String format(LogRecord entry) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("time", entry.getInstant().toString());
      line.put("level", entry.getLevel().getName());
      line.put("logger", entry.getLoggerName());
      line.put("message", formatMessage(entry));
      if (entry.getThrown() != null) {
        line.put("thrown", entry.getThrown().toString());
      }
      return DisplayText.escapeJson(line.toString()) + "\n";
    }
  }
}
