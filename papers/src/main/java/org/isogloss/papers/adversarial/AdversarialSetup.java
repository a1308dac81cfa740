// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;

/**
 * What the parts of a run share.
 *
 * @param targets languages of the documents
 */
record AdversarialSetup(ExperimentRunner runner, ExperimentSizes sizes, List<Language> targets) {
  /** The language of the queries. */
  static final Language SOURCE = Language.of("en");

  AdversarialSetup {
    targets = List.copyOf(targets);
  }

  /** Returns the languages of the pool: the source language and the targets. */
  List<Language> poolLanguages() {
    return Stream.concat(Stream.of(SOURCE), targets.stream()).toList();
  }

  /** Returns the file of the vectors of the documents that are drawn. */
  Path mapFile(AdversarialVariant variant, Language target) {
    return runner.dataFile("map-" + variant.key() + "-" + target + ".npy");
  }

  static String codes(List<Language> languages) {
    return languages.stream().map(Language::tag).collect(Collectors.joining(", "));
  }
}
