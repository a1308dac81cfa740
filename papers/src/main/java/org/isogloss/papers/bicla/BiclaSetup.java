// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;

/** What the parts of a run share. */
record BiclaSetup(ExperimentRunner runner, ExperimentSizes sizes) {
  PaperOptions options() {
    return runner.options();
  }

  PaperListener listener() {
    return runner.listener();
  }

  /** Returns the file with the attention that the report draws. */
  Path attentionFile() {
    return runner.dataFile("attention.json");
  }
}
