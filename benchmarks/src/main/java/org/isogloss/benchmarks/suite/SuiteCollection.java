// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.IsoglossException;

/**
 * A collection of a suite, in the files that {@link TestCollection#write} writes.
 *
 * @param name the name of its folder
 * @param role what its figures may be used for
 * @param description in a few words
 */
public record SuiteCollection(String name, Role role, String description, Path folder) {
  /** What the figures of a collection may be used for. */
  public enum Role {
    /** Defaults may be chosen on it. */
    TUNING,
    /** Nothing is chosen on it: it shows how a choice generalises. */
    REPORTING
  }

  public SuiteCollection {
    requireNonNull(name, "name is null");
    requireNonNull(role, "role is null");
    requireNonNull(description, "description is null");
    requireNonNull(folder, "folder is null");
  }

  /**
   * Reads the documents, queries and judgements.
   *
   * @throws IsoglossException if a file is missing or malformed, or there is no document or no
   *     query
   */
  public TestCollection read() {
    return TestCollection.read(folder);
  }
}
