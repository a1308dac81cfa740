// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.util.List;

/** The names of the commands. */
public final class CommandNames {
  /** All of them, in the order of the help. */
  public static final List<String> ALL =
      List.of(
          "demo",
          "init",
          "index",
          "search",
          "run",
          "compare",
          "plan",
          "serve",
          "queries",
          "mcp",
          "evaluate",
          "bleu",
          "benchmark",
          "classify",
          "tag",
          "answer",
          "encode",
          "translate",
          "map",
          "train",
          "mates",
          "mine",
          "align",
          "concordance",
          "vectors",
          "papers",
          "model",
          "collection",
          "data",
          "doctor",
          "completion",
          "help");

  private CommandNames() {}
}
