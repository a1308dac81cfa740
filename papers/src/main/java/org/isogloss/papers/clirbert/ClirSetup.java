// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;

/**
 * What the parts of a run share.
 *
 * @param languages English, the query language, and the language of the documents
 */
record ClirSetup(ExperimentRunner runner, LanguagePair languages) {
  ExperimentSizes sizes() {
    return runner.sizes();
  }

  /** Returns the language of the documents. */
  Language documentLanguage() {
    return languages.target();
  }
}
