// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;

/**
 * A model of a task.
 *
 * @param name the model as the user named it
 * @param <M> the type of the model
 */
record NamedModel<M>(String name, M model) {
  /** A file that was read with the wrong columns may have a label for each row. */
  private static final int MAX_LISTED = 20;

  /**
   * Returns the error of a file with labels that this model never predicts.
   *
   * @param unknown these labels, sorted
   * @param labels the labels of the model
   * @param remedies what to do, besides the use of other files or of another model
   */
  IsoglossException unknownLabels(
      String file, Collection<String> unknown, List<String> labels, String remedies) {
    return new IsoglossException(
        file
            + ": has the labels "
            + list(unknown)
            + ", but the model "
            + name
            + " has only "
            + list(labels)
            + ": use files with the labels of the model, or a model that was trained on those of"
            + " the file"
            + remedies);
  }

  private static String list(Collection<String> labels) {
    return labels.stream().limit(MAX_LISTED).collect(Collectors.joining(", "))
        + (labels.size() > MAX_LISTED ? " and " + (labels.size() - MAX_LISTED) + " more" : "");
  }
}
