// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.util.List;
import java.util.Optional;
import org.isogloss.cli.option.DeromanizationOption;
import org.isogloss.cli.option.TranslatorOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The indexes to serve, and the models that their searches may use. */
final class IndexOptions {
  @Option(
      names = "--index",
      paramLabel = "[NAME=]INDEX",
      description =
          "The folder of an index, or solr:ZOOKEEPER/COLLECTION, and the name by which clients refer"
              + " to it (default: the last part). Can be given several times.")
  private List<String> indexes = List.of();

  @Option(
      names = "--answers",
      paramLabel = "MODEL",
      description =
          "The model that finds answers in the indexes: a folder as training writes it from a recipe"
              + " of the kind answers.")
  private Optional<String> answers = Optional.empty();

  @Mixin private TranslatorOption translators;

  @Mixin private DeromanizationOption deromanization;

  /**
   * Checks that nothing is given that needs an index if there is none.
   *
   * @param others whether there may be other indexes
   */
  void validate(boolean others) {
    if (others) {
      return;
    }
    if (isEmpty() && answers.isPresent()) {
      throw new IsoglossException(
          "--answers needs --index: answers are found in the passages of a search");
    }
    if (isEmpty() && !translators.isEmpty()) {
      throw new IsoglossException("--translator needs --index: it translates queries of searches");
    }
  }

  boolean isEmpty() {
    return indexes.isEmpty();
  }

  void apply(ServerBuilder builder) {
    for (String option : indexes) {
      int equals = option.indexOf('=');
      IndexLocation location = IndexLocations.of(option.substring(equals + 1));
      String name = equals >= 0 ? option.substring(0, equals) : location.shortName();
      builder.index(name, location);
    }
    answers.ifPresent(builder::answers);
    translators.apply(builder);
    deromanization.apply(builder);
  }
}
