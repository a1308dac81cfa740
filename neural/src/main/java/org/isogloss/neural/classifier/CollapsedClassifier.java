// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Detects a classifier that gives all texts the same label. */
final class CollapsedClassifier {
  private CollapsedClassifier() {}

  /**
   * Explains the collapse.
   *
   * @param expected the labels of texts
   * @param predicted the labels that the classifier gives them
   * @return empty if the classifier gives several labels, or the texts have only one
   */
  static Optional<String> explain(List<String> expected, List<String> predicted) {
    Set<String> given = new HashSet<>(predicted);
    if (given.size() != 1 || new HashSet<>(expected).size() < 2) {
      return Optional.empty();
    }
    String label = given.iterator().next();
    long right = expected.stream().filter(label::equals).count();
    return Optional.of(
        "The classifier has collapsed to one class: it gives the label "
            + label
            + " to all "
            + expected.size()
            + " texts of a check, of which "
            + right
            + " have it. Train more steps, with a lower or higher optimizer.learning-rate, or with"
            + " more examples of the other labels");
  }
}
