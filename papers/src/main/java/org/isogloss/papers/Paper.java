// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.List;
import java.util.Map;

/** A paper whose experiments can be repeated. */
public interface Paper {
  /** Returns the name on the command line and in files, such as {@code clir-bert}. */
  String name();

  /**
   * Returns the name of the experiments, of which the default work folder has its name.
   *
   * @param own values of the paper's own options, some of which may select other experiments
   */
  default String experiment(Map<String, String> own) {
    return name();
  }

  /** Returns sentences for the help: what is trained, and what is measured. */
  String description();

  /** Returns whether the experiments start from a base model. */
  default boolean hasBase() {
    return true;
  }

  /** Returns the options that only this paper has. */
  default List<PaperOption> options() {
    return List.of();
  }

  /**
   * Runs the rows of the experiments that are not finished yet. An interrupted run continues after
   * its last finished row, and in a training at its last checkpoint.
   *
   * @throws PaperOptionException if a value of an option is invalid
   * @throws org.isogloss.core.IsoglossException if data is missing, if the work folder belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  PaperResult run(PaperOptions options, PaperListener listener);
}
