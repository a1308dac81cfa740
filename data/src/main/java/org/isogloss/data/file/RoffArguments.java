// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.ArrayList;
import java.util.List;

/** Splits the arguments of a roff request: by blanks, except in quotation marks. */
final class RoffArguments {
  private RoffArguments() {}

  static List<String> split(String line) {
    List<String> arguments = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      if (Character.isWhitespace(line.charAt(at))) {
        at++;
      } else if (line.startsWith("\\\"", at)) {
        break; // The rest is a comment.
      } else {
        StringBuilder argument = new StringBuilder();
        at = line.charAt(at) == '"' ? quoted(line, at + 1, argument) : plain(line, at, argument);
        arguments.add(argument.toString());
      }
    }
    return arguments;
  }

  private static int plain(String line, int from, StringBuilder argument) {
    int at = from;
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      boolean escape = line.charAt(at) == '\\' && at + 1 < line.length();
      argument.append(line, at, escape ? at + 2 : at + 1);
      at += escape ? 2 : 1;
    }
    return at;
  }

  /** Reads up to the closing quotation mark; two of them stand for one. */
  private static int quoted(String line, int from, StringBuilder argument) {
    int at = from;
    while (at < line.length()) {
      if (line.charAt(at) != '"') {
        argument.append(line.charAt(at));
      } else if (line.startsWith("\"\"", at)) {
        argument.append('"');
        at++;
      } else {
        return at + 1;
      }
      at++;
    }
    return at;
  }
}
