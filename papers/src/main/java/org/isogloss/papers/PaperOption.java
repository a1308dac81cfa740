// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.recipe.Default;

/**
 * An option of one paper.
 *
 * @param name its name, in kebab case
 * @param label name of its value in the help; empty for a flag, whose value is {@code true}
 * @param description a sentence for the help, without the default value
 * @param defaultValue the value of an option that is not set; empty for none
 */
public record PaperOption(
    String name, @Default("") String label, String description, @Default("") String defaultValue) {
  public PaperOption {
    requireNonNull(name, "name is null");
    requireNonNull(label, "label is null");
    requireNonNull(description, "description is null");
    requireNonNull(defaultValue, "defaultValue is null");
  }

  /** Returns whether the option has no value. */
  public boolean isFlag() {
    return label.isEmpty();
  }
}
