// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.SequencedMap;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.core.Encoder;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.FixedEncoder;

/**
 * The open models of a run, and what its parts share.
 *
 * @param languages the mixed languages; English and Chinese in the paper
 * @param encoder ranks alone and in a hybrid, and finds similar sentences
 */
record XprSession(
    ExperimentRunner runner,
    LanguagePair languages,
    ModelFolder base,
    ModelFolder encoderFolder,
    Encoder encoder) {
  ExperimentSizes sizes() {
    return runner.sizes();
  }

  PaperOptions options() {
    return runner.options();
  }

  String baseName() {
    return base.manifest().name();
  }

  String encoderName() {
    return FixedEncoder.label(encoderFolder.manifest().name(), encoderFolder);
  }

  /** Returns an index of the encoder. */
  IndexedSystem system(String pipeline) {
    return new IndexedSystem(encoderName(), encoder, pipeline, options().threads());
  }

  /**
   * Returns the settings on which figures depend, for reports and finished rows, except sizes,
   * recipe and test sets.
   */
  SequencedMap<String, String> settings(XprData data) {
    SequencedMap<String, String> settings = runner.settings(base);
    settings.put("encoder", encoderName());
    settings.put("encoder's fingerprint", encoder.fingerprint());
    settings.put("languages", languages.toString());
    settings.put("relevance", options().text("relevance"));
    settings.put("candidates", data.relevance().candidates());
    return settings;
  }
}
