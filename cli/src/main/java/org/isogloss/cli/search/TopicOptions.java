// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.trec.Topic;
import org.isogloss.data.trec.TopicSelection;
import picocli.CommandLine.Option;

/** Options that select what of the topics of a file becomes the queries. */
final class TopicOptions {
  @Option(
      names = "--query-field",
      split = "\\+",
      paramLabel = "FIELD",
      description =
          "With --queries of topics: the fields that are the query: title, description, narrative,"
              + " or several such as title+description (default: the title, or the description of"
              + " a topic without a title).")
  private List<Topic.Part> fields = List.of();

  @Option(
      names = "--query-source",
      paramLabel = "NAME",
      description =
          "With --queries of topics that have versions, as in HC4 and NeuCLIR: the beginning of the"
              + " name of the source, such as human or google (default: the original in the"
              + " language of the query, or else the human translation).")
  private String source = "";

  /**
   * Returns the selection.
   *
   * @param language the language of the queries; undetermined if not given
   */
  TopicSelection selection(Language language) {
    return new TopicSelection(language, source, Set.copyOf(fields));
  }

  /** Reads topics; a message about a selection that a topic does not have names the options. */
  static <T> T read(Supplier<T> action) {
    return OptionHint.add(
        "--query-language CODE, --query-source NAME",
        failure -> endsWith(failure, "select a language and a source that it has"),
        () ->
            OptionHint.add(
                "--query-field FIELD",
                failure -> endsWith(failure, "select parts that it has"),
                action));
  }

  private static boolean endsWith(IsoglossException failure, String remedy) {
    return failure.getMessage().endsWith(remedy);
  }
}
