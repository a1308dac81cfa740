// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

/**
 * An option of one paper.
 *
 * @param name its name, in kebab case
 * @param label name of its value in the help; empty for a flag, whose value is {@code true}
 * @param description a sentence for the help, in which {@code ${DEFAULT-VALUE}} is the default
 * @param defaultValue the value of an option that is not set; empty for none
 */
public record PaperOption(String name, String label, String description, String defaultValue) {
  public PaperOption {
    requireNonNull(name, "name is null");
    requireNonNull(label, "label is null");
    requireNonNull(description, "description is null");
    requireNonNull(defaultValue, "defaultValue is null");
  }

  /** Returns an option without a default. */
  public static PaperOption of(String name, String label, String description) {
    return new PaperOption(name, label, description, "");
  }

  /** Returns whether the option has no value. */
  public boolean isFlag() {
    return label.isEmpty();
  }

  /**
   * Returns an error about the value of this option.
   *
   * @param problem what was found and what was expected, after the name: "is x, expected y"
   */
  public PaperOptionException invalid(String problem) {
    return new PaperOptionException(name + (problem.startsWith(":") ? "" : " ") + problem);
  }
}
