// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.util.Map;
import java.util.OptionalInt;

/**
 * The terminals of standard input, standard output and standard error. The launcher detects them,
 * because it starts Java with a pipe as standard error.
 *
 * @param outputColumns columns of the terminal of standard output; empty if it is no terminal
 * @param errorColumns columns of the terminal of standard error; empty if it is no terminal or
 *     cannot overwrite a line
 * @param input whether standard input is a terminal that can be edited
 * @param styled whether a terminal may receive colours and bold type
 */
public record Terminal(
    OptionalInt outputColumns, OptionalInt errorColumns, boolean input, boolean styled) {
  /** No terminal. */
  public static final Terminal NONE =
      new Terminal(OptionalInt.empty(), OptionalInt.empty(), false, false);

  private static final int DEFAULT_COLUMNS = 80;
  private static final int MIN_COLUMNS = 40;

  /**
   * Reads the environment: {@code ISOGLOSS_TERMINAL_OUT} and {@code ISOGLOSS_TERMINAL} hold the
   * columns of standard output and standard error, {@code ISOGLOSS_TERMINAL_IN} any text if
   * standard input is a terminal; {@code NO_COLOR} with any value disables styles, and {@code
   * TERM=dumb} also cursor movements.
   */
  public static Terminal of(Map<String, String> environment) {
    boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        columns(environment.getOrDefault("ISOGLOSS_TERMINAL_OUT", "")),
        dumb ? OptionalInt.empty() : columns(environment.getOrDefault("ISOGLOSS_TERMINAL", "")),
        !dumb && !environment.getOrDefault("ISOGLOSS_TERMINAL_IN", "").isEmpty(),
        !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  private static OptionalInt columns(String value) {
    try {
      return value.isBlank()
          ? OptionalInt.empty()
          : OptionalInt.of(Math.max(MIN_COLUMNS, Integer.parseInt(value.strip())));
    } catch (NumberFormatException e) {
      return OptionalInt.of(DEFAULT_COLUMNS);
    }
  }

  /** Returns whether results may contain styles. */
  public boolean supportsOutputStyles() {
    return styled && outputColumns.isPresent();
  }

  /** Returns whether a user types the standard input, and sees the standard output. */
  public boolean readsInput() {
    return input && outputColumns.isPresent();
  }

  /** Columns for tables of results; empty without a terminal. */
  public OptionalInt tableColumns() {
    return outputColumns.isPresent() ? outputColumns : errorColumns;
  }
}
